package io.seckill.admin.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Makes what a defect changes: edited scripts and recompiled classes, to be put in front of a class path. */
final class DefectBuild {

    private DefectBuild() {}

    /**
     * Builds one defect.
     *
     * @param defect the defect
     * @param into an empty directory
     * @return {@code into}, a class path entry
     */
    static Path of(Defect defect, Path into) {
        Path checkout = checkout();
        Map<String, String> texts = new LinkedHashMap<>();
        for (Edit edit : defect.edits()) {
            String before = texts.containsKey(edit.file()) ? texts.get(edit.file()) : edit.read(checkout);
            texts.put(edit.file(), edit.in(before));
        }
        List<Path> sources = new ArrayList<>();
        try {
            Path sourceRoot = Files.createDirectories(into.resolveSibling(into.getFileName() + "-source"));
            for (Edit edit : defect.edits()) {
                Path target = (edit.isScript() ? into : sourceRoot).resolve(edit.resource());
                Files.createDirectories(target.getParent());
                Files.writeString(target, texts.get(edit.file()));
                if (!edit.isScript() && !sources.contains(target)) {
                    sources.add(target);
                }
            }
            compile(sources, Files.createDirectories(into));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return into;
    }

    private static void compile(List<Path> sources, Path into) throws IOException {
        if (sources.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d",
                    into.toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-proc:none",
                    "-parameters",
                    "--release",
                    "17",
                    "-nowarn");
            if (!compiler.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call()) {
                throw new IllegalStateException("the edited source does not compile");
            }
        }
    }

    /** Tests run in the module's directory. */
    private static Path checkout() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("seckill-service")) ? here : here.getParent();
    }
}
