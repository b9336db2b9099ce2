# docker build -t lettermill . ; compose.yaml shows how to run it.
FROM node:24-bookworm-slim
WORKDIR /srv/lettermill
# First what changes rarely, so that a change of the code does not download the packages again.
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
COPY bin ./bin
RUN node scripts/install.mjs && npm cache clean --force
COPY . .
# The pages are built here, so that a start does not have to.
RUN node scripts/build-pages.ts && mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000 2525 2587
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/ready').then((answer)=>process.exit(answer.ok?0:1),()=>process.exit(1))"]
# Emails at hand are finished before the process ends: give it longer than Docker's 10 seconds (docker stop -t 60).
CMD ["node", "bin/lettermill.mjs", "start"]
