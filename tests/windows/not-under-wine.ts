/** Files of tests that Wine cannot run while Windows can, by what Wine lacks. */
export const notUnderWine: Readonly<Record<string, string>> = {};
