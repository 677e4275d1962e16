# One image for the three processes; which one is the command: api, worker or admin. JVM options: JAVA_TOOL_OPTIONS.
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
USER seckill
WORKDIR /app
ENTRYPOINT ["sh", "-c", "exec java -jar \"/app/$0.jar\""]
CMD ["api"]
