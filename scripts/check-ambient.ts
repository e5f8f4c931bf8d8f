import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAmbientCalls } from './find-ambient-calls.ts'
import { listFiles } from './find-tool-files.ts'

// Clock, randomness, environment, processes and network enter tools/, harness/stage/ and harness/schedule/ through arguments.

const ROOT = join(import.meta.dirname, '..')
const FOLDERS = ['tools', 'harness/stage', 'harness/schedule']

const files = FOLDERS.flatMap((folder) =>
  listFiles(join(ROOT, folder))
    .filter((path) => /(?<!\.test|\.test-d)\.ts$/.test(path))
    .map((path) => `${folder}/${path}`),
)
const uses = files.flatMap((file) => findAmbientCalls(file, readFileSync(join(ROOT, file), 'utf8')))
for (const { place, use, instead } of uses) console.error(`${place}: ${use} is ambient; ${instead}`)
console.log(`${files.length} files, ${uses.length} ambient uses`)
process.exitCode = uses.length === 0 && files.length > 0 ? 0 : 1
