// Both sides of the part "render": the same texts through the product's renderer and through Eta's compiled templates.
import { Eta } from 'eta';
import { createTextRenderer } from '../../src/render/text-renderer.ts';

/** Each form as Precept writes it and as Eta does. */
const forms: readonly (readonly [precept: string, eta: string])[] = [
  [
    'the owner is {{ scope.tags.team | default("platform") }}',
    'the owner is <%= it.scope.tags.team ?? "platform" %>',
  ],
  ['ask in {{ scope.tags.channel }} first', 'ask in <%= it.scope.tags.channel %> first'],
  [
    'it is {% if scope.tags.tier == "critical" %}urgent{% else %}planned{% endif %}',
    'it is <% if (it.scope.tags.tier === "critical") { %>urgent<% } else { %>planned<% } %>',
  ],
  ['scope {{ scope.name | upper }} is meant', 'scope <%= it.scope.name.toUpperCase() %> is meant'],
  [
    'in {% for place in PLACES %}{{ place }}{% if not loop.last %}, {% endif %}{% endfor %}',
    'in <% it.PLACES.forEach((place, index) => { %><%= place %><% if (index < it.PLACES.length - 1) { %>, <% } %><% }) %>',
  ],
];

const context = {
  scope: {
    name: 'checkout',
    description: '',
    tags: { team: 'payments', channel: '#pay', tier: 'critical' },
    sources: ['local'],
  },
  PLACES: ['de-DE', 'en-GB', 'fr-FR'],
};

/** Two functions that render `count` different texts and give them joined. */
export function renderers(count: number): { product(): string; floor(): string } {
  const eta = new Eta({ autoEscape: false, autoTrim: false, useWith: false });
  const texts: string[] = [];
  const compiled: ((data: object) => string)[] = [];
  for (let index = 0; index < count; index += 1) {
    const [precept, theirs] = forms[index % forms.length] ?? ['', ''];
    const lead = `Rule ${index}: keep every change small and reviewed; `;
    texts.push(lead + precept);
    const template = eta.compile(lead + theirs);
    compiled.push((data) => template.call(eta, data));
  }
  return {
    product() {
      const renderer = createTextRenderer(context);
      return texts.map((text, index) => renderer.render('rule', `rule #${index + 1}`, text)).join('\n');
    },
    floor: () => compiled.map((template) => template(context)).join('\n'),
  };
}
