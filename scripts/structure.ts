// Prints how src/ is built, in numbers: `npx tsx scripts/structure.ts`.
import { countArrows, enteredShare, filesByFolder, housesOf } from './houses.ts';
import { readSources } from './source-files.ts';

const files = readSources();
const houses = housesOf(files);
const folders = filesByFolder(files);

const rows = houses.map(({ name, files, entered }) => [
  name,
  files.length,
  filesByFolder(files).size,
  entered.length,
  files.reduce((sum, { lines }) => sum + lines, 0),
]);
for (const row of [['folder', 'files', 'rooms', 'entered', 'lines'], ...rows])
  console.log(
    row.map((cell, at) => (at === 0 ? String(cell).padEnd(14) : String(cell).padStart(8))).join(''),
  );

const lines = files.reduce((sum, file) => sum + file.lines, 0);
console.log(`
${files.length} files with ${lines} lines in ${folders.size} folders: ${(files.length / folders.size).toFixed(1)} a folder, ${Math.max(...folders.values())} at most.
${(enteredShare(houses) * 100).toFixed(1)} % of the files outside of model, runtime and config are imported by other folders.
${countArrows(files)} arrows between folders.`);
