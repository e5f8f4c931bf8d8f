import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { findScenarios } from '../scenario/find-scenarios.ts'
import { PROJECT_ROOT, SCENARIOS_DIR } from './paths.ts'

/** What words of a command line name. */
export interface Named {
  /** Absolute paths of scenario files, sorted. */
  readonly files: readonly string[]
  /** Those of which every cell is asked for, not only the named ones. */
  readonly whole: ReadonlySet<string>
  /** Cells, as `assay list` prints them. */
  readonly ids: readonly string[]
}

/**
 * Find the scenario files that paths and ids name, or all of the project when there are none. An id belongs to the
 * project, wherever it is typed.
 *
 * @throws HarnessError BAD_USAGE for what leads to no scenario file
 */
export function findNamed(words: readonly string[], cwd: string): Named {
  const [paths, files, ids]: [string[], string[], string[]] = [[], [], []]
  for (const word of words) {
    const [file = '', ...cell] = word.split('#')
    const known = [resolve(cwd, file), resolve(PROJECT_ROOT, file)].find((candidate) => existsSync(candidate))
    if (existsSync(resolve(cwd, word)) || file === '' || known === undefined) paths.push(word)
    else if (cell.length === 0) paths.push(known)
    else {
      files.push(known)
      ids.push(`${toId(known)}#${cell.join('#')}`)
    }
  }
  const find = (found: readonly string[]) => findScenarios(found, { root: SCENARIOS_DIR, cwd })
  const ofCells = files.length === 0 ? [] : find(files)
  const whole = new Set(ofCells.length > 0 && paths.length === 0 ? [] : find(paths))
  return { files: [...new Set([...whole, ...ofCells])].sort(), whole, ids }
}

/** Name a file as ids do: by its path relative to the project. */
export const toId = (path: string): string => relative(PROJECT_ROOT, path).split(sep).join('/')
