/** A flag of both servers; it stands apart from the commands so that reading it loads no parser. */
export const watchFlag = { flag: '--watch', about: 'Serve changed rules without a reload' } as const;
