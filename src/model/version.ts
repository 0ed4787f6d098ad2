declare const __PRECEPT_VERSION__: string;

/** The running version of Precept, as in package.json; put in by the bundler. */
export const version: string = __PRECEPT_VERSION__;
