import terms from '../terms.ts'

export default {
  label: 'Views',
  title: terms.savedViews,
  current: terms.viewNamed,
  changed: terms.changedIt,
  none: 'A view keeps what the table is narrowed by, its columns and its order under a name.',
  apply: 'Show “{name}”',
  rename: 'Rename “{name}”',
  remove: terms.deleteNamed,
  removed: '“{name}” is deleted.',
  undo: 'Undo',
  name: 'Name of the view',
  save: terms.save,
  saveAs: terms.saveAs,
  update: 'Save the changes in “{name}”',
  replace: 'Replace',
  taken: 'Another view has this name.',
  exists: 'There is a view of this name: it is replaced.',
}
