/** What an author may call a rule. An id of ten hex digits is one that its text gives. */
export const ownIdPattern: RegExp = /^(?![0-9a-f]{10}$)[a-z][a-z0-9-]{1,59}$/;

export function isOwnId(id: string): boolean {
  return ownIdPattern.test(id);
}

/** What names a rule: the id that its text gives, or the one of its author. */
export const anyRuleIdPattern: RegExp = /^(?:[0-9a-f]{10}|[a-z][a-z0-9-]{1,59})$/;
