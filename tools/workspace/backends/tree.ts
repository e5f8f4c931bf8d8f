/** What stands under a name; links are not followed. */
export interface TreeNode {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  readonly sizeBytes: number
  /** Permission bits. */
  readonly mode: number
  /** Identity that stays when names change, where the tree knows one. */
  readonly id?: string
}

/** Thrown by a tree for what the system does not let its user do. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied'
}

/** Decides on what was opened, before anything is done with it; throws to refuse it. */
export type Admit = (node: TreeNode) => void

/**
 * One open folder of a tree. Names are single names; no operation follows a link. Names that it lists are UTF-8.
 *
 * Every operation throws AccessDenied where the system denies it.
 */
export interface Folder {
  readonly node: TreeNode
  look(name: string): Promise<TreeNode | undefined>
  /** Open a folder in it; undefined when it is none any more. */
  enter(name: string): Promise<Folder | undefined>
  readLink(name: string): Promise<string>
  /** List its members; denied where they could be listed, and nothing be done with them. */
  list(): Promise<readonly { readonly name: string; readonly kind: TreeNode['kind'] }[]>
  /** Open a file, have it admitted, read a part; undefined when it is no file any more. */
  read(
    name: string,
    part: { readonly from: number; readonly most: number },
    admit: Admit,
  ): Promise<{ readonly bytes: Uint8Array; readonly sizeBytes: number } | undefined>
  /** Write a file whole under a name: others see what was there before or all of it. */
  replace(name: string, bytes: Uint8Array, mode: number): Promise<void>
  /** Create a folder unless something is there. */
  makeFolder(name: string): Promise<void>
  removeFile(name: string): Promise<void>
  /** Remove a folder; answers false when it is not empty. */
  removeFolder(name: string): Promise<boolean>
  close(): Promise<void>
}

/** A folder with all that lies below it, which is open to tools. */
export interface Tree {
  /** Its absolute path, without links. */
  readonly path: string
  /** Its absolute path as its owner wrote it. */
  readonly givenPath: string
  open(): Promise<Folder>
  /** Give it up; nothing is opened after that. */
  close(): void
}
