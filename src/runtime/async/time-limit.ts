/** What `withinLimit` gives in the place of a result that is late. */
export const late: unique symbol = Symbol('late');

/** Parts that a limit is counted in. */
const parts = 4;

/**
 * The result of `work`, or `late` after so many milliseconds; `work` goes on all the same. A result that came while this program was
 * too busy to read it is not late: of a time in which no event was read, only one part of the limit counts.
 */
export async function withinLimit<Result>(
  work: Promise<Result>,
  milliseconds: number,
): Promise<Result | typeof late> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<typeof late>((resolve) => {
    let left = parts;
    timer = setInterval(() => {
      left -= 1;
      if (left === 0) resolve(late);
    }, milliseconds / parts);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearInterval(timer);
  }
}
