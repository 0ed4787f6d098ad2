import { toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import type { SettingRow } from '../src/config/settings/setting-row.ts';
import { settings } from '../src/config/settings.ts';
import { loginKeys } from '../src/config/values/master-entries.ts';
import { allowedValues } from '../src/config/values/parse-setting.ts';
import { evalsEditorSchema } from '../src/guidance/evals/editor-schema.ts';
import { kindNames, kinds } from '../src/guidance/kinds.ts';
import { metadataEditorSchema } from '../src/guidance/metadata/editor-schema.ts';
import type { EditorSchema, JsonSchema } from '../src/guidance/read/editor-schema.ts';
import { testsEditorSchema } from '../src/guidance/tests/editor-schema.ts';
import { waiversEditorSchema } from '../src/guidance/waivers/editor-schema.ts';
import { exportKeys, exportTargets } from '../src/model/names/export-targets.ts';
import { withWords } from './schema-words.ts';

const draft = 'http://json-schema.org/draft-07/schema#';

/** The JSON Schemas that editors check content files and settings with, by file name. */
export async function jsonSchemas(): Promise<Record<string, JsonSchema>> {
  const ofKinds = kindNames.map(async (name): Promise<[string, JsonSchema]> => {
    const { editorSchema } = await kinds[name].loadReader();
    return [`${kinds[name].file}.schema.json`, whole(editorSchema)];
  });
  const all: [string, JsonSchema][] = [
    ['metadata.schema.json', whole(metadataEditorSchema)],
    ...(await Promise.all(ofKinds)),
    ['tests.schema.json', whole(testsEditorSchema)],
    ['evals.schema.json', whole(evalsEditorSchema)],
    ['waivers.schema.json', whole(waiversEditorSchema)],
    ['settings.schema.json', settingsSchema()],
  ];
  return Object.fromEntries(
    all.map(([name, schema]) => [name, withWords(shown(schema), name.replace('.schema.json', ''))]),
  );
}

function whole({ title, of }: EditorSchema): JsonSchema {
  return titled(title, of(plain));
}

/**
 * The same schema with what an editor shows of each key: its name as a title, and its description beside the title,
 * where valibot leaves it inside `anyOf` for a value that may be null.
 */
function shown<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(shown) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [
    key,
    key === 'properties' ? shownProperties(value) : key === 'default' ? value : shown(value),
  ]);
  return Object.fromEntries(entries);
}

function shownProperties(properties: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const entries = Object.entries(properties).map(([name, schema]): [string, JsonSchema] => {
    const { anyOf, ...rest } = shown(schema);
    const titled = { title: titleOf(name), ...rest };
    if (!Array.isArray(anyOf) || rest.description !== undefined) {
      return [name, { ...titled, ...(anyOf !== undefined && { anyOf }) }];
    }
    const [{ description, ...first }, ...others] = anyOf as [JsonSchema, ...JsonSchema[]];
    return [name, { ...titled, description, anyOf: [first, ...others] }];
  });
  return Object.fromEntries(entries);
}

/** `http_port` as "HTTP port". */
function titleOf(name: string): string {
  const words = name
    .split('_')
    .map((word) => (/^(http|url|ssl|tls|ca|ttl|xml|oidc|id)$/.test(word) ? word.toUpperCase() : word))
    .join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function plain(schema: GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' });
  return rest as JsonSchema;
}

function settingsSchema(): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(settings).map(([name, row]: [string, SettingRow]) => [
      name,
      {
        ...typeOf(row),
        description: `${row.about} (${allowedValues(row)})`,
        ...(row.default !== null && { default: row.default }),
      },
    ]),
  );
  const description = 'Keys that are not settings are variables for templates.';
  return {
    ...titled('Settings of Precept', {}),
    description,
    type: ['object', 'null'],
    properties,
    additionalProperties: true,
  };
}

function typeOf(row: SettingRow): JsonSchema {
  switch (row.kind) {
    case 'integer':
      return { type: 'integer', minimum: row.min, maximum: row.max };
    case 'boolean':
      return { type: 'boolean' };
    case 'choice':
      return { enum: [...row.choices] };
    case 'list':
    case 'urls': {
      const items = row.items?.among === undefined ? { type: 'string' } : { enum: [...row.items.among] };
      return { anyOf: [{ type: 'string' }, { type: 'array', items }] };
    }
    case 'masters': {
      const texts = Object.fromEntries(
        (['url', ...loginKeys] as const).map((key) => [
          key,
          { type: 'string', description: masterKeys[key] },
        ]),
      );
      const keys = {
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
        description: 'The public keys that its manifest may be signed with, or files of them',
      };
      const entry = { type: 'object', required: ['url'], properties: { ...texts, keys } };
      return { type: 'array', items: { ...entry, additionalProperties: false } };
    }
    case 'sources': {
      const texts = Object.fromEntries(
        Object.entries(sourceKeys).map(([key, description]) => [key, { type: 'string', description }]),
      );
      return { type: 'array', items: { type: 'object', properties: texts, additionalProperties: false } };
    }
    case 'mapping':
      return { type: 'object', additionalProperties: { enum: [...row.choices] } };
    case 'exports':
      return {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            scope: { type: 'string', description: exportKeys.scope },
            to: {
              anyOf: [{ type: 'string' }, { type: 'array', items: { enum: [...exportTargets] } }],
              description: exportKeys.to,
            },
            dir: { type: 'string', description: exportKeys.dir },
          },
          required: ['scope'],
          additionalProperties: false,
        },
      };
    case 'keys': {
      const text = { type: 'string' };
      return {
        type: 'object',
        additionalProperties: { anyOf: [text, { type: 'array', items: text }] },
      };
    }
    default:
      return { type: 'string' };
  }
}

/** What the keys of an entry of `sources` are. */
const sourceKeys = {
  git: 'Address or path of a git repository',
  ref: 'Branch, tag or commit; the default branch without it',
  archive: 'https:// address of a .zip or .tar.gz, in place of git',
  sha256: 'SHA-256 of that archive, in hex',
  path: 'Folder of scopes in it, with forward slashes',
  as: 'What the names of its scopes get in front',
};

/** What the keys of an entry of `masters` are. */
const masterKeys: Readonly<Record<'url' | (typeof loginKeys)[number], string>> = {
  url: 'The address of the master, as in master_server_url',
  audience: 'Whom its tokens are for; oidc_audience where it is left out',
  client_id: 'The client that asks for tokens; oidc_client_id where it is left out',
  issuer: 'Who issues the tokens; oidc_issuer_url where it is left out',
  client_secret_env: "The variable that has the client's secret",
  token_env: 'The variable that has an access token',
  token_file: 'The file that has an access token, read again when it changes',
};

function titled(title: string, schema: JsonSchema): JsonSchema {
  return { $schema: draft, title, ...schema };
}
