/** The section of the preferences about the program's command line. */
export default {
  title: 'Command line',
  where: 'Where it is',
  none: 'This copy of the program is unpacked anew at each start, so its command line is gone when it ends. Install the package for your system to have one that stays',
  repository: '{file}. This is the repository: Node starts the command line, and there is no launcher to put on PATH',
  onPath: 'Found as meterbook in every shell',
  state: {
    added: { link: 'Yes: the link {place}', folder: 'Yes: the folder {place} is in your own PATH' },
    absent: {
      link: 'No. The button makes the link {place}, and nothing else',
      folder: 'No. The button adds the folder {place} to your own PATH, and nothing else',
    },
    taken: {
      link: 'No: something that this program did not make lies at {place}, and is left alone. Move it away to put the command line there',
      folder: 'No: {place}',
    },
  },
  add: 'Put on PATH',
  remove: 'Take off PATH',
  working: 'Changing PATH…',
  added: {
    link: 'The link {place} to {file} was made. Nothing else was changed.',
    folder: 'The folder {place} was added to your own PATH. Consoles that are open keep the PATH that they began with.',
  },
  removed: {
    link: 'The link {place} was taken away. Nothing else was changed.',
    folder: 'The folder {place} was taken out of your own PATH. Nothing else was changed.',
  },
  missing: 'A shell of now does not look in {folder}. Add this line to ~/.profile (zsh: ~/.zprofile), then open a new shell:',
  example: 'How it is called',
  exampleBook: 'Says what the open book holds; --help lists every command',
  exampleHelp: 'Lists every command',
  copy: 'Copy the line',
  copied: 'The line was copied.',
}
