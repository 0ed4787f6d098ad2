import { basename } from 'node:path';
import type { Project } from '../../../editing/project.ts';
import type { Watch } from '../../../runtime/watch/watch-files.ts';
import type { Workspace } from '../workspace.ts';
import { createLane, type Lane } from './lane.ts';
import type { Publisher } from './publisher.ts';

/** The judging of all projects that documents are open in. */
export interface Lanes {
  of(project: Project): Lane;
  /** The editor says that these files have changed. */
  changedOnDisk(paths: readonly string[]): Promise<void>;
  close(): void;
}

/** Judges projects as their documents change, and publishes what is found. */
export function createLanes(workspace: Workspace, publisher: Publisher, onFirst: () => void): Lanes {
  const lanes = new Map<Project, { readonly lane: Lane; watch: Watch | null }>();

  function laneOf(project: Project): Lane {
    const known = lanes.get(project);
    if (known !== undefined) return known.lane;
    const since = Date.now();
    const lane = createLane(project, workspace, publisher, {
      // To look at every file takes a while, and nothing is missed by a later start.
      onFirst: () => {
        onFirst();
        if (lanes.get(project) === entry) entry.watch = project.watch(since, lane.noteDisk);
      },
    });
    const entry: { readonly lane: Lane; watch: Watch | null } = { lane, watch: null };
    lanes.set(project, entry);
    return lane;
  }

  function end(project: Project): void {
    const known = lanes.get(project);
    known?.lane.close();
    known?.watch?.close();
    lanes.delete(project);
  }

  async function reopen(): Promise<void> {
    const before = [...lanes.keys()];
    await workspace.reopen();
    const now = new Set((await workspace.opened()).map(({ project }) => project));
    for (const project of before) {
      end(project);
      const isKept = [...now].some(({ rulesPath }) => rulesPath === project.rulesPath);
      if (!isKept) publisher.clear(project, new Set());
    }
    for (const project of now) laneOf(project).note();
  }

  async function changed(uri: string, { onDisk }: { onDisk: boolean }): Promise<void> {
    const found = await workspace.find(uri);
    if (found === null) return;
    const { project, path, name } = found;
    if (path === project.config.file) return reopen();
    if (onDisk) laneOf(project).noteDisk([scopeOf(name)]);
    else laneOf(project).note();
  }

  const { documents } = workspace;
  documents.onDidOpen(({ document }) => void changed(document.uri, { onDisk: true }));
  documents.onDidChangeContent(({ document }) => void changed(document.uri, { onDisk: false }));
  documents.onDidSave(({ document }) => void changed(document.uri, { onDisk: true }));
  documents.onDidClose(({ document }) => void closed(document.uri));

  async function closed(uri: string): Promise<void> {
    for (const project of lanes.keys()) {
      const { file } = project.config;
      if (file !== null && uri === workspace.uriOf(file)) return reopen();
    }
    for (const { lane } of lanes.values()) lane.note();
  }

  return {
    of: laneOf,
    async changedOnDisk(paths) {
      const isSettings = (path: string) =>
        basename(path) === 'settings.yml' || [...lanes.keys()].some(({ config }) => config.file === path);
      if (paths.some(isSettings)) return reopen();
      for (const [project, { lane }] of lanes) {
        const scopes = paths.flatMap((path) => project.nameOf(path) ?? []).map(scopeOf);
        if (scopes.length > 0) lane.noteDisk(scopes);
      }
    },
    close() {
      for (const project of [...lanes.keys()]) end(project);
    },
  };
}

/** The scope that a file is in, or its own name at the top. */
function scopeOf(name: string): string {
  return name.split('/', 1)[0] ?? '';
}
