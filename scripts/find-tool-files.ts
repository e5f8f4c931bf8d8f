import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'

/** A source file that exports `TOOL_DEF`. */
export interface ToolFile {
  /** Path relative to the folder that was searched, with forward slashes. */
  readonly path: string
  /** Identifier under which generated code imports it. */
  readonly identifier: string
}

/** Turn kebab-case into camelCase. */
export const toIdentifier = (name: string) =>
  name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The name that a tool must have, given its file. */
export const toToolName = (path: string) => basename(path, '.ts').replaceAll('-', '_')

/** The action kind that a file must define, given its name. */
export const toKindName = (path: string) => basename(path, '.action.ts')

/** List files below a folder but hidden ones, sorted by path, in the same order on every machine. */
export const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => !/(^|\/)\./.test(path))
    .sort()

/** Find another name that is the same identifier, such as `erc20` for `erc-20`. */
export const findTwin = (name: string, names: readonly string[]) =>
  names.find((other) => other !== name && toIdentifier(other) === toIdentifier(name))

/**
 * Find every file below a folder that defines a tool, sorted by path.
 *
 * @throws Error when two of them have the same name, or names that are one identifier: tools are known by it
 */
export function findToolFiles(folder: string): ToolFile[] {
  const paths = listFiles(folder).filter(
    (path) =>
      /(?<!\.test|\.test-d|\.d)\.ts$/.test(path) &&
      /^export const TOOL_DEF\b/m.test(readFileSync(join(folder, path), 'utf8')),
  )
  const byIdentifier = Map.groupBy(paths, (path) => toIdentifier(basename(path, '.ts')))
  for (const [identifier, same] of byIdentifier) {
    if (same.length > 1) throw new Error(`tool ${identifier} is defined by ${same.join(' and ')}: rename one`)
  }
  return paths.map((path) => ({ path, identifier: toIdentifier(basename(path, '.ts')) }))
}
