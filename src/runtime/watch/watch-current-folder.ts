import { errorCode, folderIdentity } from '../files/files.ts';
import type { Watch } from './watch-files.ts';
import { type FolderWatch, type FolderWatchOptions, watchFolder } from './watch-folder.ts';

export interface CurrentFolderWatch extends Watch {
  /** Watches the folder that is there now; true when it is another one than before, or gone. */
  open(): Promise<boolean>;
  /** The watch of that folder; null where there is none, or the system does not watch it. */
  current(): FolderWatch | null;
}

/** Hears what happens in whichever folder is at `path`: it may be made later, be replaced, or a link that comes to lead elsewhere. */
export function watchCurrentFolder(path: string, options: FolderWatchOptions): CurrentFolderWatch {
  let folder: FolderWatch | null = null;
  let identity = '';
  let isClosed = false;
  return {
    current: () => folder,
    async open() {
      const now = await folderIdentity(path);
      if (now === identity || isClosed) return false;
      identity = now;
      folder?.close();
      folder = null;
      if (now === 'absent') return true;
      try {
        folder = watchFolder(path, options);
      } catch (error) {
        // It was removed just now, so that the next look finds another one or none.
        if (errorCode(error) !== 'ENOENT') options.onBlind(error);
      }
      return true;
    },
    close() {
      isClosed = true;
      folder?.close();
    },
  };
}
