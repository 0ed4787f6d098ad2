/** What all generated input starts from, so that a failure comes again; FUZZ_SEED tries others. fast-check prints it with a failure. */
export const seed: number = Number(process.env.FUZZ_SEED ?? 20_261_121);
