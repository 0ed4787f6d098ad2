import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runPackage, whyUnavailable } from '../../scripts/run-package.ts';
import { installTarball, packTarball } from '../packaging/packed.ts';
import { writeFiles } from '../support/folder.ts';

const attw = '@arethetypeswrong/cli@0.18.5';

let tarball: string;
let folder: string;
beforeAll(async () => {
  tarball = await packTarball();
  folder = await installTarball(tarball);
});

describe('the packed package', () => {
  for (const version of ['20', '22', '24']) {
    it(`runs on Node ${version}`, async (context) => {
      const node = `node@${version}`;
      const why = await whyUnavailable([node], ['node', '--version']);
      if (why !== null) context.skip(why);
      await writeFiles(folder, {
        'rules/shop/commandments.yml': 'api:\n  ruleset: [Hello]\n',
        'program.mjs': "import 'precept-mcp';\nconsole.log(process.version);\n",
      });
      const imported = await runPackage([node], ['node', path.join(folder, 'program.mjs')]);
      expect(imported.stdout).toMatch(new RegExp(`^v${version}\\.`));
      const program = path.join(folder, 'node_modules/precept-mcp/dist/main.js');
      const asked = ['rules', 'shop', '-r', path.join(folder, 'rules')];
      const { code, stdout } = await runPackage([node], ['node', program, ...asked]);
      expect(stdout).toContain('- **MUST**: Hello');
      expect(code).toBe(0);
    });
  }

  it('satisfies Are the types wrong?', async (context) => {
    const why = await whyUnavailable([attw], ['attw', '--version']);
    if (why !== null) context.skip(why);
    // The package is for import alone: resolutions that cannot load ES modules are left out.
    const { code, stdout } = await runPackage([attw], ['attw', tarball, '--profile', 'esm-only']);
    expect(code, stdout).toBe(0);
  });
});
