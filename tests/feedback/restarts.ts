import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createMaster } from './master.ts';
import { missed, newLog, readLog, startAgentServer, submit, until } from './support.ts';

/** How often each task is in the master's log after `entries` were reported while it was killed `restarts` times. */
export async function forwardThroughRestarts(options: {
  readonly entries: number;
  readonly restarts: number;
}): Promise<{
  readonly local: number;
  readonly tasks: readonly string[];
  readonly counts: readonly number[];
}> {
  const { entries, restarts } = options;
  const [local, remote] = [await newLog(), await newLog()];
  const master = await createMaster(remote);
  const env = {
    PRECEPT_FEEDBACK_FILE: local,
    PRECEPT_FEEDBACK_FORWARD: 'true',
    PRECEPT_MASTER_SERVER_URL: master.url,
    PRECEPT_REMOTE_RETRY_SECONDS: '0',
    PRECEPT_REMOTE_TIMEOUT_SECONDS: '2',
  };
  await master.start();

  let reported = 0;
  const report = async () => {
    let agent = await startAgentServer({ env });
    for (; reported < entries; reported++) {
      const { isError, text } = await submit(agent, `${reported}`, {
        ...missed,
        categories: 'a',
        task: `${reported}`,
      });
      if (isError) throw new Error(text);
      // The reporter is killed now and then too; what it has not sent is sent by the next.
      if (reported % 25 === 24) {
        agent.signal('SIGKILL');
        await agent.ended;
        agent = await startAgentServer({ env });
      }
    }
    return agent;
  };
  const restart = async () => {
    for (let count = 1; count <= restarts; count++) {
      await until(() => reported >= (count * entries) / (restarts + 1), 'enough reports', 300);
      await master.kill();
      // However slow the master is, it may not have stored anything yet.
      await mkdir(path.dirname(remote), { recursive: true });
      if (count % 3 === 0) await appendFile(remote, '{"timestamp":"2026-01-01T00:00:00Z","torn');
      await master.start();
    }
  };
  const [agent] = await Promise.all([report(), restart()]);
  const arrived = async () => readLog(remote, (line) => line.endsWith('torn')).catch(() => []);
  await until(
    async () => new Set((await arrived()).map(({ task }) => task)).size === entries,
    'all arrived',
    60,
  );
  agent.stdin.end();
  await agent.ended;

  const tasks = (await arrived()).map(({ task }) => task);
  const counts = Array.from(
    { length: entries },
    (_, index) => tasks.filter((task) => task === `${index}`).length,
  );
  return { local: (await readLog(local)).length, tasks, counts };
}
