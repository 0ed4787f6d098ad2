/** The path of the streams of what changes. */
export const eventsPath = '/api/v1/events';
