// Proves the laws that `npm test` and `npm run test:system` try a few times, with 20 times as many cases: merging, finding, templates, flowcharts, pictures,
// differences, sources, status of stories, payloads of hooks, and texts that would forge the structure around them. Every way to plant a link, and
// each page of the explorer by both ways of the keyboard and in both looks, where the others take one in turn. Takes about 15 minutes. FUZZ_SEED tries others.
import '../auth/sign-in-browser.system.test.ts';
import '../cli/table.test.ts';
import '../diff/faults.system.test.ts';
import '../diff/laws.system.test.ts';
import '../explorer/browser.system.test.ts';
import '../explorer/figures.system.test.ts';
import '../explorer/keyboard.system.test.ts';
import '../explorer/large-browser.system.test.ts';
import '../explorer/look.system.test.ts';
import '../explorer/picture.test.ts';
import '../export/round-trip.system.test.ts';
import '../find/laws.system.test.ts';
import '../flowchart/any-text.system.test.ts';
import '../flowchart/mermaid.test.ts';
import '../flowchart/properties.test.ts';
import '../hooks/ends.system.test.ts';
import '../http/docs-browser.system.test.ts';
import '../katas/inheritance.test.ts';
import '../lint/early.system.test.ts';
import '../lint/fix.test.ts';
import '../render/yaml-answer.test.ts';
import '../resolve/laws.system.test.ts';
import '../security/links.system.test.ts';
import '../security/structure.system.test.ts';
import '../sources/histories.system.test.ts';
import '../template/properties.test.ts';
import '../vision/status.test.ts';
