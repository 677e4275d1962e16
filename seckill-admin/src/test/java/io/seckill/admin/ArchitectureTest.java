package io.seckill.admin;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.transaction.annotation.Transactional;

/** The shape of all six modules: which may know which, what a package shows, and what nobody uses. */
class ArchitectureTest {

    /** Module to the modules it may import. */
    private static final Map<String, List<String>> ARROWS = Map.of(
            "common", List.of(),
            "lock", List.of(),
            "queue", List.of(),
            "service", List.of("common", "lock", "queue"),
            "api", List.of("common", "service"),
            "admin", List.of("common", "service"));

    static final List<String> MODULES = List.copyOf(ARROWS.keySet());

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("io.seckill");

    @ParameterizedTest
    @FieldSource("MODULES")
    void a_module_imports_only_what_its_arrows_point_at(String module) {
        String[] others = MODULES.stream()
                .filter(other -> !other.equals(module) && !ARROWS.get(module).contains(other))
                .map(ArchitectureTest::packagesOf)
                .toArray(String[]::new);

        assertThat(MAIN.that(resideInAnyPackage(packagesOf(module)))).hasSizeGreaterThan(2);
        noClasses()
                .that()
                .resideInAPackage(packagesOf(module))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(MAIN);
    }

    @Test
    void the_lock_and_the_queue_know_neither_database_nor_web() {
        noClasses()
                .that()
                .resideInAnyPackage(packagesOf("lock"), packagesOf("queue"), packagesOf("common"))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..", "org.apache.ibatis..", "org.springframework.web..")
                .check(MAIN);
    }

    @Test
    void feature_packages_depend_on_each_other_in_one_direction() {
        slices().matching("io.seckill.(*).(*)..").should().beFreeOfCycles().check(MAIN);
    }

    @Test
    void only_what_another_package_uses_is_public() {
        classes()
                .that()
                .resideInAnyPackage(packagesOf("service"), packagesOf("api"), packagesOf("admin"))
                .and()
                .areTopLevelClasses()
                .and()
                .haveModifier(JavaModifier.PUBLIC)
                .and()
                .haveSimpleNameNotEndingWith("Application")
                .and()
                .areNotAnnotatedWith(ConfigurationProperties.class)
                .should(beUsedElsewhere())
                .check(MAIN);
    }

    @Test
    void nobody_relies_on_annotated_transactions() {
        noClasses()
                .should()
                .beAnnotatedWith(Transactional.class)
                .orShould()
                .beAnnotatedWith("jakarta.transaction.Transactional")
                .check(MAIN);
        noMethods()
                .should()
                .beAnnotatedWith(Transactional.class)
                .orShould()
                .beAnnotatedWith("jakarta.transaction.Transactional")
                .check(MAIN);
    }

    @Test
    void what_a_bean_needs_comes_through_its_constructor() {
        noFields()
                .should()
                .beAnnotatedWith(Autowired.class)
                .orShould()
                .beAnnotatedWith(Value.class)
                .orShould()
                .beAnnotatedWith("jakarta.annotation.Resource")
                .orShould()
                .beAnnotatedWith("jakarta.inject.Inject")
                .check(MAIN);
        fields().that()
                .areDeclaredInClassesThat()
                .areAnnotatedWith(ConfigurationProperties.class)
                .should()
                .beFinal()
                .check(MAIN);
    }

    @Test
    void nobody_looks_at_the_wall_clock_behind_the_injected_one_s_back() {
        noClasses()
                .that()
                .resideInAnyPackage(packagesOf("service"), packagesOf("api"), packagesOf("admin"))
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(MAIN);
    }

    @Test
    void every_package_says_what_may_be_null() {
        List<String> unmarked = packages(MAIN.getPackage("io.seckill"))
                .filter(one -> !one.getClasses().isEmpty())
                .filter(one -> !one.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName)
                .toList();

        assertThat(unmarked).isEmpty();
    }

    private static Stream<JavaPackage> packages(JavaPackage root) {
        return Stream.concat(Stream.of(root), root.getSubpackages().stream().flatMap(ArchitectureTest::packages));
    }

    private static ArchCondition<JavaClass> beUsedElsewhere() {
        return new ArchCondition<>("be used by another package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean used = isUsedElsewhere(type) || isShownByAnother(type) || holdsConstants(type);
                events.add(new SimpleConditionEvent(
                        type, used, type.getName() + " is public and no other package uses it"));
            }
        };
    }

    private static boolean isUsedElsewhere(JavaClass type) {
        return MAIN.stream()
                .filter(part ->
                        part.getName().equals(type.getName()) || part.getName().startsWith(type.getName() + "$"))
                .flatMap(part -> part.getDirectDependenciesToSelf().stream())
                .anyMatch(use -> !use.getOriginClass().getPackageName().equals(type.getPackageName()));
    }

    /** A public method of a neighbour that is public itself takes or gives it. */
    private static boolean isShownByAnother(JavaClass type) {
        return type.getPackage().getClasses().stream()
                .filter(neighbour ->
                        neighbour != type && neighbour.getModifiers().contains(JavaModifier.PUBLIC))
                .flatMap(neighbour -> neighbour.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                .anyMatch(method -> method.getRawReturnType().equals(type)
                        || method.getRawParameterTypes().contains(type));
    }

    /** The compiler copies constants to where they are used and leaves no trace of it. */
    private static boolean holdsConstants(JavaClass type) {
        return type.getMethods().isEmpty()
                && !type.getFields().isEmpty()
                && type.getFields().stream()
                        .allMatch(field -> field.getModifiers().contains(JavaModifier.STATIC)
                                && field.getModifiers().contains(JavaModifier.FINAL));
    }

    private static String packagesOf(String module) {
        return "io.seckill." + module + "..";
    }
}
