# Builds with any docker, BuildKit or not: Debian 12 still has one that does without unless it is told.
# One image for every role: docker build -t kakera .

# ---- builds, with the pinned Maven of ./mvnw
FROM eclipse-temurin:25-jdk AS build
WORKDIR /opt/kakera
COPY . .
RUN ./mvnw -B -ntp -q -Dquick package -pl console -am \
    && mkdir -p /image/console/target \
    && cp -a kakera .mvn docker/health /image/ \
    && cp -a console/target/kakera /image/console/target/ \
    && touch /image/console/target/kakera.stamp

# ---- runs
FROM eclipse-temurin:25-jre
ENV KAKERA_RUNTIME=/opt/java/openjdk \
    LANG=C.UTF-8 \
    PATH=/opt/kakera:/opt/java/openjdk/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
COPY --from=build /image /opt/kakera

# The first start makes a whole backup and a restore, and keeps what the JVM learnt: later starts take half the time. A build whose program
# cannot do that fails here. Volumes take over the folders' modes, so that they fit whatever user the container runs as; what is put in them is
# for that user's eyes only.
RUN kakera --version && test -s /opt/kakera/console/target/kakera.aot \
    && rm -rf /opt/kakera/console/target/build.lock \
    && chmod -R a+rX,go-w /opt/kakera \
    && mkdir -p /data/keys /introductions /store /restore /source \
    && chmod 1777 /data /data/keys /introductions /store /restore

ENV KAKERA_DATA=/data KAKERA_LOG=stdout KAKERA_HEALTH_FILE=/tmp/kakera.health
USER 1000:1000
ENTRYPOINT ["kakera"]
CMD ["help"]
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s --retries=3 CMD ["/opt/kakera/health"]
