/** What `withinLimit` gives in the place of a result that is late. */
export const late: unique symbol = Symbol('late');

/** The result of `work`, or `late` after so many milliseconds; `work` goes on all the same. */
export async function withinLimit<Result>(
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result | typeof late> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, milliseconds, late);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
