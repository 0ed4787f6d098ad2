type Task = () => unknown;

const tasks: Task[] = [];

/** Has `task` done after the tests of the file that runs now. Modules outlive files, so hooks of their own would not do. */
export function afterFile(task: Task): void {
  tasks.push(task);
}

/** Does what is to be done, the latest first: programs end before their folders go. */
export async function cleanUp(): Promise<void> {
  for (const task of tasks.splice(0).reverse()) await task();
}
