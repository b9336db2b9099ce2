# docker build -t lettermill .                        with the embedded PostgreSQL
# docker build -t lettermill:slim --target slim .     without it, for a DATABASE_URL; compose.yaml uses this one
#
# The first stages write the release file (docs/deployment.md) and install it; the images have what that installed and nothing else.
FROM node:24-bookworm-slim AS source
WORKDIR /build
# First what changes rarely, so that a change of the code does not download the packages again.
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
COPY bin ./bin
RUN node scripts/install.mjs && npm cache clean --force
COPY . .

FROM source AS installed
RUN node_modules/.bin/node scripts/release.ts --out /release
RUN npm install --prefix /srv/lettermill --no-audit --no-fund /release/lettermill-*.tgz

FROM source AS installed-slim
RUN node_modules/.bin/node scripts/release.ts --slim --out /release
RUN npm install --prefix /srv/lettermill --no-audit --no-fund /release/lettermill-*.tgz

FROM node:24-bookworm-slim AS runtime
RUN mkdir /data && chown node:node /data
WORKDIR /srv/lettermill
ENV PATH=/srv/lettermill/node_modules/.bin:$PATH HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
VOLUME /data
EXPOSE 3000 2525 2587
# A node with the role worker answers on HEALTH_PORT only.
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s \
  CMD ["node", "-e", "Promise.any([process.env.PORT,process.env.HEALTH_PORT].filter(Boolean).map((port)=>fetch('http://127.0.0.1:'+port+'/ready'))).then((answer)=>process.exit(answer.ok?0:1),()=>process.exit(1))"]
# Emails at hand are finished before the process ends: give it longer than Docker's 10 seconds (docker stop -t 60).
CMD ["lettermill", "start"]

FROM runtime AS slim
COPY --from=installed-slim /srv/lettermill /srv/lettermill
USER node

FROM runtime
COPY --from=installed /srv/lettermill /srv/lettermill
USER node
