/** Look up what a record says under a name, which may be that of what every object has. */
export const lookUp = <Of>(members: Readonly<Record<string, Of>>, name: string): Of | undefined =>
  Object.hasOwn(members, name) ? members[name] : undefined
