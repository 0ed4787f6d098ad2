/**
 * What the worker of patterns runs, as plain JavaScript: a bundled program has no file for it. It takes patterns and the texts they are
 * looked for in, and gives for each pattern the places of the texts that have it, or null where it took too long. Nobody but the worker is
 * at work in the process then, so that what the process uses of the processor is its own.
 */
export const patternScript = `
const { parentPort } = require('node:worker_threads');
const { Script, createContext } = require('node:vm');
const { cpuUsage } = require('node:process');
const context = createContext({});
const script = new Script(\`
  for (; job.at < job.patterns.length; job.at++) {
    const wanted = new RegExp(job.patterns[job.at], 'u');
    const places = [];
    for (let place = 0; place < job.texts.length; place++) if (wanted.test(job.texts[place])) places.push(place);
    job.found[job.at] = places;
  }\`);
const worked = (start) => {
  const { user, system } = cpuUsage(start);
  return (user + system) / 1000;
};
function run(job, milliseconds) {
  // The clock also runs while the processor works for others, so whoever is late is judged by what was worked.
  let used = 0;
  for (let timeout = milliseconds; timeout < milliseconds * 64; timeout *= 2) {
    const first = job.at;
    const start = cpuUsage();
    try {
      script.runInContext(context, { timeout });
      return;
    } catch (error) {
      if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') break;
      used += worked(start);
      // Another pattern has its own time.
      if (job.at !== first) return;
      if (used >= milliseconds * 0.9) break;
    }
  }
  job.found[job.at++] = null;
}
parentPort.on('message', ({ patterns, texts, milliseconds }) => {
  const job = { patterns, texts, found: [], at: 0 };
  context.job = job;
  while (job.at < patterns.length) run(job, milliseconds);
  parentPort.postMessage(job.found);
});
`;
