/** What guidance is sought for. */
export interface Sought {
  readonly task?: string | undefined;
  readonly files?: readonly string[] | undefined;
}

/** Whether anything is sought. */
export function seeksAnything({ task = '', files = [] }: Sought): boolean {
  return task.trim() !== '' || files.some((file) => file.trim() !== '');
}
