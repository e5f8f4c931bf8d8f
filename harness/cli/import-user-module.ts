import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { HarnessError } from '../errors.ts'

/**
 * Load a module that a person wrote, TypeScript or JavaScript, wherever it lies: Node strips no types under
 * node_modules, tsx does.
 *
 * @throws HarnessError BAD_USAGE for one that cannot be loaded
 */
export async function importUserModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const { tsImport } = await import('tsx/esm/api')
  try {
    const found: Readonly<Record<string, unknown>> = await tsImport(pathToFileURL(path).href, import.meta.url)
    // Where no package.json says `module`, it is read as CommonJS, whose exports are the default export.
    return isCommonJs(found.default) ? found.default : found
  } catch (cause) {
    throw new HarnessError('BAD_USAGE', 'the module cannot be loaded', {
      where: path,
      found: cause instanceof Error ? cause.message : String(cause),
      hint: 'correct the module',
      cause,
    })
  }
}

const isCommonJs = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && '__esModule' in value

/**
 * Load the module of a property: by Node where it strips types, so that what it imports of Assay is what runs it.
 *
 * @throws HarnessError BAD_USAGE for one below node_modules that cannot be loaded, else what Node throws
 */
export const importProperty = (path: string): Promise<Readonly<Record<string, unknown>>> =>
  path.split(sep).includes('node_modules') ? importUserModule(path) : import(pathToFileURL(path).href)
