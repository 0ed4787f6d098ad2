/** The name of a manifest's file, by which the address of one is known. */
export const manifestName = 'precept.json';
