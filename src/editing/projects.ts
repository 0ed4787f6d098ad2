import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { ConfigInput } from '../config/config-input.ts';
import { createLintMemory, type LintMemory } from '../lint/lint-memory.ts';
import { holdsContent } from '../lint/lint-target.ts';
import { isDirectory } from '../runtime/files/files.ts';
import { hasProject } from '../runtime/files/find-project.ts';
import type { Logger } from '../runtime/log.ts';
import type { World } from '../runtime/world.ts';
import { openService } from '../service/open-service.ts';
import { type Buffers, createProject, type Project } from './project.ts';

/** What an editor says of where its files are. */
export interface EditorPlaces {
  /** Folders that are open. */
  readonly folders: readonly string[];
  /** The settings file and the rules folder for what belongs to no project. */
  readonly config?: string;
  readonly rulesPath?: string;
}

export interface Projects {
  /** The project that a file belongs to, or null. */
  of(path: string): Promise<Project | null>;
  /** Every project that was found so far. */
  known(): Promise<readonly Project[]>;
  /** Settings may have changed: projects are looked for anew, with buffers in the place of files. */
  reopen(buffers: Buffers): void;
}

interface ProjectsInput extends Pick<World, 'env' | 'cwd' | 'home'> {
  readonly given: Pick<ConfigInput, 'flags' | 'typed'>;
  readonly places: EditorPlaces;
  readonly log: Logger;
}

/** Folders of an editor's that are looked into for scopes. */
const maxChildren = 500;

/**
 * Finds the rules folder that a file is in: that of the nearest `.precept` above it, or that of the settings which the
 * command line or the editor names, or a folder of the editor's that itself holds scopes.
 */
export function createProjects({ given, places, log, ...world }: ProjectsInput): Projects {
  let buffers: Buffers = new Map();
  /** By what they were opened for. */
  let opened = new Map<string, Promise<Project | null>>();
  /** By path of the file. */
  let found = new Map<string, Promise<Project | null>>();
  /** By rules folder: other settings do not change what its files say. */
  const memories = new Map<string, LintMemory>();

  async function open(flags: ConfigInput['flags'], folder: string): Promise<Project | null> {
    const mistakes: string[] = [];
    const { config } = await openService({
      ...world,
      flags: { ...given.flags, ...flags },
      typed: given.typed,
      cwd: folder,
      project: folder,
      unsaved: buffers,
      tolerate: (mistake) => void mistakes.push(mistake),
      keepMistakes: true,
      writeLog: () => {},
    });
    if (!hasRules(config)) return null;
    const memory = memories.get(config.rulesPath) ?? createLintMemory();
    memories.set(config.rulesPath, memory);
    return createProject(config, mistakes, memory, { ...world, cwd: folder, log });
  }

  function openOnce(key: string, flags: ConfigInput['flags'], folder: string): Promise<Project | null> {
    const before = opened.get(key);
    if (before !== undefined) return before;
    const opening = open(flags, folder).catch((error: unknown) => {
      log.warn(`the rules of ${folder} cannot be opened: ${error instanceof Error ? error.message : error}`);
      return null;
    });
    opened.set(key, opening);
    return opening;
  }

  async function* candidates(path: string): AsyncGenerator<Project | null> {
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      if (await hasProject(folder)) yield openOnce(`project ${folder}`, {}, folder);
    }
    const { folders, config, rulesPath } = places;
    const flags = { ...(config && { config }), ...(rulesPath && { rules_path: rulesPath }) };
    for (const folder of new Set([...folders, world.cwd])) {
      const project = await openOnce(`folder ${folder}`, flags, folder);
      yield project;
      if (project !== null && project.config.sources.rules_path !== 'default') return;
    }
    for (const folder of folders) {
      if (await holdsScopes(folder)) yield openOnce(`rules ${folder}`, { rules_path: folder }, folder);
    }
  }

  async function find(path: string): Promise<Project | null> {
    for await (const project of candidates(path)) {
      if (project !== null && project.nameOf(path) !== null) return project;
    }
    return null;
  }

  return {
    of(path) {
      const before = found.get(path);
      if (before !== undefined) return before;
      const finding = find(path);
      found.set(path, finding);
      return finding;
    },
    async known() {
      const all = await Promise.all(found.values());
      return [...new Set(all)].filter((project) => project !== null);
    },
    reopen(now) {
      buffers = now;
      opened = new Map();
      found = new Map();
    },
  };
}

function hasRules(config: Config): config is Config & { readonly rulesPath: string } {
  return config.rulesPath !== null;
}

/** Whether folders in this one have files of scopes. */
async function holdsScopes(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(() => [])).slice(0, maxChildren);
  for (const name of names) {
    const child = join(folder, name);
    if ((await isDirectory(child)) && (await holdsContent(child))) return true;
  }
  return false;
}
