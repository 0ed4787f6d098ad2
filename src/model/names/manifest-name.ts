/** The name of a manifest's file, by which the address of one is known. */
export const manifestName = 'precept.json';

/** The folder beside a published manifest of kata files that are too large for bundles, each named by its SHA-256. */
export const filesFolder = 'files';
