# One image for the three processes; which one is the command: api, worker or admin. JVM options: JAVA_TOOL_OPTIONS;
# the collector of the api is chosen in /app/api.jvm.
FROM eclipse-temurin:17-jdk AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 ./mvnw -B -ntp -DskipTests -Dspotless.check.skip=true package \
 && mkdir /jars \
 && cp seckill-api/target/seckill-api-*-exec.jar /jars/api.jar \
 && cp seckill-service/target/seckill-service-*-exec.jar /jars/worker.jar \
 && cp seckill-admin/target/seckill-admin-*-exec.jar /jars/admin.jar

FROM eclipse-temurin:17-jre
RUN useradd --system --uid 10001 seckill
COPY --from=build /jars /app
COPY --chmod=755 scripts/healthy.sh /app/healthy.sh
COPY scripts/api.jvm /app/api.jvm
USER seckill
WORKDIR /app
ENTRYPOINT ["sh", "-c", "[ ! -f \"/app/$0.jvm\" ] || jvm=\"@/app/$0.jvm\"; exec java ${jvm-} -jar \"/app/$0.jar\""]
CMD ["api"]
