import { TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Buffers, Project } from '../../editing/project.ts';
import { createProjects, type EditorPlaces, type Projects } from '../../editing/projects.ts';
import { createPriority, type Priority } from '../../runtime/async/priority.ts';
import { readOptionalFile } from '../../runtime/files/files.ts';
import { markOf, toPath, toUri } from './positions.ts';

type ProjectsInput = Omit<Parameters<typeof createProjects>[0], 'places'>;

/** A document of the editor's that belongs to a project. */
export interface ProjectDocument {
  readonly project: Project;
  readonly document: TextDocument;
  readonly path: string;
  /** As problems name it. */
  readonly name: string;
}

/** The open documents, and the projects that they belong to. */
export interface Workspace {
  readonly documents: TextDocuments<TextDocument>;
  /** Questions of the editor pass the judging. */
  readonly priority: Priority;
  /** Where the editor looks for what belongs to no project; before this there are no projects. */
  open(places: EditorPlaces): void;
  find(uri: string): Promise<ProjectDocument | null>;
  /** The project of a path, open or not. */
  projectOf(path: string): Promise<Project | null>;
  known(): Promise<readonly Project[]>;
  opened(): Promise<readonly ProjectDocument[]>;
  /** What differs from the disk. */
  buffers(): Promise<Buffers>;
  /** The URI by which the editor knows a file. */
  uriOf(path: string): string;
  /** The units that a byte order mark takes in the text of a file, as the editor has it. */
  markIn(path: string): number;
  /** Settings may have changed. */
  reopen(): Promise<void>;
}

export function createWorkspace(input: ProjectsInput): Workspace {
  const documents = new TextDocuments(TextDocument);
  let projects: Projects | null = null;

  const projectOf = async (path: string) => (await projects?.of(path)) ?? null;
  const find = async (document: TextDocument): Promise<ProjectDocument | null> => {
    const path = toPath(document.uri);
    const project = path === null ? null : await projectOf(path);
    const name = path === null ? null : (project?.nameOf(path) ?? null);
    return project === null || path === null || name === null ? null : { project, document, path, name };
  };
  const openAt = (path: string) => documents.all().find(({ uri }) => toPath(uri) === path);
  const buffers = async () => {
    const changed = new Map<string, string>();
    for (const document of documents.all()) {
      const path = toPath(document.uri);
      if (path === null || !/\.ya?ml$/i.test(path)) continue;
      const text = withoutMark(document.getText());
      if (text !== (await readText(path))) changed.set(path, text);
    }
    return changed;
  };

  return {
    documents,
    priority: createPriority(),
    open(places) {
      projects = createProjects({ ...input, places });
    },
    async find(uri) {
      const document = documents.get(uri);
      return document === undefined ? null : find(document);
    },
    projectOf,
    known: async () => (await projects?.known()) ?? [],
    async opened() {
      const all = await Promise.all(documents.all().map(find));
      return all.filter((one) => one !== null);
    },
    buffers,
    uriOf: (path) => openAt(path)?.uri ?? toUri(path),
    markIn: (path) => markOf(openAt(path)?.getText() ?? ''),
    async reopen() {
      projects?.reopen(await buffers());
    },
  };
}

/** The text of a file as editors decode it, without its byte order mark; null where there is none. */
async function readText(path: string): Promise<string | null> {
  const bytes = await readOptionalFile(path).catch(() => null);
  return bytes === null ? null : withoutMark(bytes.toString('utf8'));
}

function withoutMark(text: string): string {
  return text.slice(markOf(text));
}
