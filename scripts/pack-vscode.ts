// `npm run pack:vscode`: precept-<version>.vsix, the extension of editors/vscode with the program in it. Needs no network.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Zippable, zipSync } from 'fflate';
import { rolldown } from 'rolldown';
import { build } from './build.ts';
import { licenseTexts, rule } from './licenses.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const source = path.join(root, 'editors/vscode');

/** Content files that VS Code checks by a schema where an extension for YAML is installed. */
const schemas = ['metadata', 'commandments', 'suggestions', 'katas', 'tenka', 'tests'];

/** Writes the extension, with what dist/ holds, into a folder; gives the path of the file. */
export async function packExtension(folder: string): Promise<string> {
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const manifest = { ...JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8')), version };
  manifest.contributes.yamlValidation = [
    { fileMatch: '**/.precept/settings.yml', url: './schemas/settings.schema.json' },
    ...schemas.map((name) => ({
      fileMatch: `**/.precept/rules/*/${name}.yml`,
      url: `./schemas/${name}.schema.json`,
    })),
  ];
  const { code, moduleIds } = await bundle();
  const inputs = moduleIds.map((id) => path.relative(root, id));
  const ofProgram = await readFile(path.join(root, 'THIRD-PARTY-LICENSES'), 'utf8');
  const licenses = `${ofProgram}${rule}${await licenseTexts(inputs, 'extension.cjs')}`;
  const files: Zippable = {
    '[Content_Types].xml': Buffer.from(contentTypes),
    'extension.vsixmanifest': Buffer.from(vsixManifest(manifest)),
    'extension/package.json': Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
    'extension/extension.cjs': Buffer.from(code),
    'extension/LICENSE.txt': await readFile(path.join(root, 'LICENSE')),
    'extension/THIRD-PARTY-LICENSES': Buffer.from(licenses),
  };
  for (const name of ['language-configuration.json', 'README.md']) {
    files[`extension/${name}`] = await readFile(path.join(source, name));
  }
  for (const part of ['dist', 'schemas']) {
    for (const entry of await readdir(path.join(root, part), { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const inside = path.relative(root, file).split(path.sep).join('/');
      const isWanted = entry.isFile() && inside !== 'dist/index.js' && !inside.startsWith('dist/types/');
      if (isWanted && !inside.endsWith('.tmp')) files[`extension/${inside}`] = await readFile(file);
    }
  }
  const packed = path.join(folder, `precept-${version}.vsix`);
  // The earliest time that a zip can hold.
  await writeFile(packed, zipSync(files, { level: 9, mtime: '1980-01-01T12:00:00' }));
  return packed;
}

/** The code of the extension in one file; `vscode` is given by the editor. */
async function bundle(): Promise<{ readonly code: string; readonly moduleIds: readonly string[] }> {
  const bundled = await rolldown({
    cwd: root,
    input: 'editors/vscode/src/extension.ts',
    platform: 'node',
    external: ['vscode'],
  });
  const { output } = await bundled.generate({ format: 'cjs', minify: true, codeSplitting: false });
  await bundled.close();
  return output[0];
}

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
  ['.json', 'application/json'],
  ['.vsixmanifest', 'text/xml'],
  ['.cjs', 'application/javascript'],
  ['.js', 'application/javascript'],
  ['.css', 'text/css'],
  ['.png', 'image/png'],
  ['.md', 'text/markdown'],
  ['.txt', 'text/plain'],
]
  .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
  .join('')}</Types>
`;

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly publisher: string;
  readonly version: string;
  readonly categories: readonly string[];
  readonly engines: { readonly vscode: string };
}

function vsixManifest(manifest: Manifest): string {
  const { name, displayName, description, publisher, version, categories, engines } = manifest;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Categories>${categories.join(',')}</Categories>
    <License>extension/LICENSE.txt</License>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build();
  console.log(`Wrote ${path.relative('.', await packExtension(root))}.`);
}
