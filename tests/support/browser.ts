import { accessSync, constants } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  process.env.CHROMIUM_PATH,
  // The same browser without the parts that a window has, which take most of its time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser on this machine that tests can drive; undefined where there is none. */
export const browserPath: string | undefined = places.find((path) => path && isExecutable(path));

/** Why browser tests are skipped, for their titles; empty where they run. */
export const whyNoBrowser: string =
  browserPath === undefined ? ' (skipped: no Chromium found; CHROMIUM_PATH names one)' : '';

/** Starts the browser without a window, and without its own calls home. */
export function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
  args.push('--disable-background-networking', '--disable-component-update', '--disable-sync');
  return chromium.launch({ args, ...(browserPath !== undefined && { executablePath: browserPath }) });
}

let shared: Promise<Browser> | undefined;

/** One browser for all files that this process tests; a file closes its pages with `closePages`. It ends with the process. */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser().then((browser) =>
    // Ends only what hangs, as the limit of a test does.
    browser.on('context', (context) => context.setDefaultTimeout(120_000)),
  );
  return shared;
}

/** Closes what is open in the shared browser, with all that it has stored. */
export async function closePages(): Promise<void> {
  const contexts = (await shared)?.contexts() ?? [];
  await Promise.all(contexts.map((context) => context.close()));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
