/** Templates of a master that means harm, a line of thought each: to escape, to hang, to flood. `index` makes them differ. */
const attempts: readonly ((index: number) => string)[] = [
  // To get at JavaScript.
  (index) => `{{ constructor.constructor("return process")().exit(${index}) }}`,
  (index) => `{{ scope.__proto__.polluted${index} }}`,
  (index) => `{{ scope['constructor']['prototype'] }}${index}`,
  (index) => `{{ ''.constructor.fromCharCode(${index}) }}`,
  (index) => `<% process.exit(${index}) %>{{ x }}`,
  (index) => `\${process.exit(${index})}{{ globalThis.process }}`,
  (index) => `{{ scope | attr('__class__') }}{{ self.__init__.__globals__.os.popen('id') }}${index}`,
  (index) => `{% include '/etc/passwd' %}{% import 'x' as y %}${index}`,
  (index) => `{{ service_version.toString.call(${index}) }}`,
  (index) => `\`);process.exit(${index});(\`{{ y }}`,
  // To hang.
  (index) =>
    `{% for a in [${list(300)}] %}{% for b in [${list(300)}] %}{% for c in [1,2] %}{{ ${index} }}{% endfor %}{% endfor %}{% endfor %}`,
  (index) => `{{ ${'('.repeat(60)}${index}${')'.repeat(60)} }}`,
  (index) => `{{ ${'-'.repeat(700)}${index} }}`,
  (index) => `{{ ${Array.from({ length: 170 }, () => index % 10).join(' + ')} }}${index}`,
  (index) => `{{ ${'not '.repeat(170)}${index} }}`,
  (index) => `{{ '${'a'.repeat(700)}!' | replace('${'a'.repeat(40)}', 'b') }}${index}`,
  (index) => `{% if ${'x if y else '.repeat(50)}z %}${index}{% endif %}`,
  (index) => `${'{{'.repeat(300)}${index}`,
  (index) => `${'{% if true %}'.repeat(50)}${index}`,
  (index) => `{{ '${' '.repeat(700)}x${index}' | trim | title | split(' ') | unique | sort | join }}`,
  (index) => `{{ 10 ${'* 99999999999 '.repeat(45)} }}${index}`,
  // To flood.
  (index) => `{{ 'x'${" | replace('x', 'xxxxxxxxxxxxxxxxxxxxxxxx')".repeat(12)} }}${index}`,
  (index) => `{% for a in [${list(200)}] %}${'flood '.repeat(20)}{% endfor %}${index}`,
  (index) =>
    `{% for a in 'x${" | replace('x', 'xxxxxxxxxx')".repeat(8)} | list %}{{ a }}{% endfor %}${index}`,
  (index) => `{{ 'x' | indent(99999999) }}{{ ['a'] | tojson(${index}) }}`,
  (index) => `{{ [[[[[[${list(100)}]]]]]] | tojson(999999) | indent(999999) }}${index}`,
  (index) => `{{ ('a' ~ ${'('.repeat(20)}'b'${')'.repeat(20)}) * ${index}00000000 }}`,
];

function list(length: number): string {
  return Array.from({ length }, (_, index) => index % 10).join(',');
}

/** That many hostile templates, no two alike. */
export function hostileTemplates(count: number): string[] {
  return Array.from({ length: count }, (_, index) => attempts[index % attempts.length]?.(index) ?? '');
}
