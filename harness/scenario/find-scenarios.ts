import { type Dirent, existsSync, globSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { findNearest } from '../../tools/core/suggest.ts'
import { HarnessError } from '../errors.ts'

const SCENARIO_FILE = /\.(ya?ml|property\.ts)$/

/** What is in a folder of scenarios and is none: what is hidden (editors keep locks and copies so), and packages. */
const FOREIGN = /^(\.|node_modules$)/

/**
 * Find scenario files: those of files, folders and globs, or all of the project when none is given; sorted.
 *
 * @throws HarnessError BAD_USAGE for a path without scenarios; one that does not exist comes with the nearest
 */
export function findScenarios(
  paths: readonly string[],
  where: { readonly root: string; readonly cwd: string },
): string[] {
  const found =
    paths.length === 0
      ? collect(where.root)
      : paths.flatMap((path) => {
          const files = resolvePath(path, where.cwd).flatMap(collect)
          if (files.length > 0) return files
          // A run of nothing would pass.
          throw new HarnessError('BAD_USAGE', 'no scenario here', {
            where: path,
            expected: 'files named *.yaml or *.property.ts',
            found: 'none',
            hint: 'see `assay list`',
          })
        })
  return [...new Set(found)].sort()
}

function collect(path: string): string[] {
  // What cannot be read is said by who reads it.
  if (!existsSync(path) || !statSync(path).isDirectory()) return SCENARIO_FILE.test(path) ? [path] : []
  return listFolder(path).flatMap((entry) => {
    const child = join(path, entry.name)
    if (entry.isDirectory()) return collect(child)
    return SCENARIO_FILE.test(entry.name) ? [child] : []
  })
}

function listFolder(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).filter(({ name }) => !FOREIGN.test(name))
  } catch (cause) {
    throw new HarnessError('BAD_USAGE', 'a folder of scenarios cannot be read', {
      where: path,
      expected: 'a folder that may be read',
      found: (cause as Error).message,
      hint: 'change its permissions, or name what is beside it',
      cause,
    })
  }
}

function resolvePath(path: string, cwd: string): string[] {
  const absolute = resolve(cwd, path)
  if (path === '') {
    throw new HarnessError('BAD_USAGE', 'no such scenario', {
      where: '""',
      expected: 'a scenario file, a folder of scenarios or a glob',
      found: 'an empty word',
      hint: 'leave it out to mean all of the project, or set the variable that it comes from',
    })
  }
  if (existsSync(absolute)) return [absolute]
  const matched = globSync(path, { cwd }).map((match) => resolve(cwd, match))
  if (matched.length > 0) return matched
  const folder = dirname(absolute)
  const nearest = findNearest(basename(absolute), listCandidates(folder))
  throw new HarnessError('BAD_USAGE', 'no such scenario', {
    where: path,
    expected: 'a scenario file, a folder of scenarios or a glob',
    found: 'nothing there',
    hint: nearest ? `did you mean "${join(dirname(path), nearest)}"?` : 'see `assay list`',
  })
}

/** What is in a folder that may have been meant: files of scenarios, and folders. */
function listCandidates(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return listFolder(folder)
    .filter((entry) => entry.isDirectory() || SCENARIO_FILE.test(entry.name))
    .map(({ name }) => name)
}
