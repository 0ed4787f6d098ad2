/** What `work` gives, and the processor time that it took in this process, in ms: a busy machine does not add to it. */
export async function costOf<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const start = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(start);
  return { result, ms: (user + system) / 1000 };
}
