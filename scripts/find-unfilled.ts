import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './find-tool-files.ts'

/** Where the parts of a protocol lie. */
const FOLDERS = ['tools/protocols', 'harness/protocols']

/** How a scaffold marks what its author has to write; spelt in two parts, so that this file marks nothing. */
export const MARK = ['FILL', 'IN'].join(' ')

/** List what a scaffold has left to its author, as `<file>:<line> <what is missing>`. */
export const findUnfilled = (root: string): string[] =>
  FOLDERS.flatMap((folder) =>
    listFiles(join(root, folder))
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) =>
        readFileSync(join(root, folder, path), 'utf8')
          .split('\n')
          .flatMap((line, index) => {
            const [, what] = line.split(`${MARK}: `)
            return what === undefined ? [] : [`${folder}/${path}:${index + 1} ${what}`]
          }),
      ),
  )
