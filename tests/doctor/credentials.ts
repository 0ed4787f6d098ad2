/** The file of logins below a home folder, with one login by the client `cli`. */
export function credentials(issuer: string, login: object): Record<string, string> {
  const whole = {
    issuer,
    client_id: 'cli',
    access_token: 'very-secret-access',
    refresh_token: 'very-secret-refresh',
    expires_at: null,
    lifetime: null,
    scope: null,
    subject: 'u1',
    name: 'Ada',
    ...login,
  };
  const text = JSON.stringify({ version: 1, logins: { [`${issuer} cli`]: whole } });
  return { '.config/precept/credentials.json': text };
}
