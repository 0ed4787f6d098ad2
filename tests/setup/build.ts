import { existsSync } from 'node:fs';
import { build } from '../../scripts/build.ts';

/** Runs once before all tests: those that spawn the program find dist/ built from the present src/. */
export default async function setup(): Promise<void> {
  if (existsSync('src/main.ts') && existsSync('src/index.ts'))
    await build({ readable: process.env.PRECEPT_CHILD_COVERAGE !== undefined });
}
