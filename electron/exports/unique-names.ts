/** Names that no reader takes for one: engines do not tell P from p. The second of a name is `name_2`. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (name) => {
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${name}_${n}`
    taken.add(unique.toLowerCase())
    return unique
  }
}
