/** What a page about usage was asked for. */
export interface UsageAsked {
  /** A scope, or empty for all. */
  readonly scope: string;
  readonly days: number;
  /** The scopes to choose from. */
  readonly names: readonly string[];
}

/** Asks the page at `action` for a scope and a number of days; the ids of its fields begin with `prefix`. */
export function usageForm(action: string, prefix: string): string {
  return `<form class="search" method="get" action="${action}">
<span class="field"><label for="${prefix}-scope">Scope</label> <select id="${prefix}-scope" name="scope"><option value="">all</option><% for (const name of it.names) { %><option value="<%= name %>"<% if (name === it.scope) { %> selected<% } %>><%= name %></option><% } %></select></span>
<span class="field"><label for="${prefix}-days">Days</label> <select id="${prefix}-days" name="days"><% for (const count of [7, 30, 90, 365]) { %><option<% if (count === it.days) { %> selected<% } %>><%= count %></option><% } %></select></span>
<button>Show</button>
</form>
<% if (!it.isOn) { %><p class="notice">Nothing is counted here: the setting <code>usage</code> is off.</p><% } %>`;
}
