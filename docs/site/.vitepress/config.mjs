import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { defineConfig } from 'vitepress'

// .ci/site copies this file and the documents to target/vitepress, and builds there.
const copies = join(import.meta.dirname, '..')
const root = join(copies, '../..')
const files = join(copies, 'public') // the Javadoc, and a report if the examples have written one
const base = process.env.SITE_BASE
const text = path => readFileSync(join(root, path), 'utf8')
const property = name => text('pom.xml').match(`<${name}>(.+)</${name}>`)[1]
const repository = property('release.url')

/** Returns the navigation's entry of a document, whose title is its first heading. */
const entry = path => ({
  text: text(path).match(/^# (.+)/m)[1].replaceAll('`', ''),
  link: '/' + path.replace(/README\.md$/, '').replace(/\.md$/, '.html'),
})

/** Returns the documents that a list or table of a document links to, each once. */
const linked = (path, startOfLine = '') => {
  const lines = text(path).split('\n').filter(line => line.startsWith(startOfLine)).join('\n')
  const links = [...lines.matchAll(/\]\(([\w-]+\.md)/g)].map(link => posix.join(dirname(path), link[1]))
  return [...new Set(links)]
}

const guide = 'docs/guide/README.md'
const annotations = linked(guide, '|')
const others = linked(guide, '- ').filter(path => !annotations.includes(path))
const measurements = 'docs/internals/measurements/README.md'
const decisions = 'docs/internals/decisions/README.md'
const internals = ['six-files', 'how-a-test-flows', 'glossary'].map(name => `docs/internals/${name}.md`)
const sidebar = [
  { text: 'Start', items: [{ text: 'Overview', link: '/' }, ...[guide, 'CHANGELOG.md', 'SECURITY.md'].map(entry)] },
  { text: 'Annotations', items: annotations.map(entry) },
  { text: 'Other pages', items: [...others, 'docs/verdicts-schema.md', 'docs/puzzles.md', 'docs/found.md'].map(entry) },
  {
    text: 'Internals',
    collapsed: true,
    items: [
      ...['CONTRIBUTING.md', ...internals].map(entry),
      ...[measurements, decisions].map(list => ({ ...entry(list), collapsed: true, items: linked(list).map(entry) })),
    ],
  },
]

/** Returns the Javadoc page of a package, as `dev.tare.heap`, or of a type. */
const javadocPage = name =>
  `/api/dev.tare/${name.replaceAll('.', '/')}${/\.[A-Z]\w*$/.test(name) ? '' : '/package-summary'}.html`

/** Returns where a document's link leads on the site. A source file is shown by its Javadoc or by the repository. */
const target = (document, href) => {
  const [path, section] = href.split('#')
  const file = posix.join(dirname(document), path)
  if (!existsSync(join(root, file))) throw new Error(`${document}: the link to ${href} leads nowhere`)
  if (path.endsWith('.md')) return '/' + file.replace(/README\.md$/, 'index.md') + (section ? '#' + section : '')
  const type = file.match(/^extension\/src\/main\/java\/(dev\/tare\/(?!internal|engine).+)\.java$/)
  if (type && /^public /m.test(text(file))) return javadocPage(type[1].replaceAll('/', '.'))
  return `${repository}/${statSync(join(root, file)).isDirectory() ? 'tree' : 'blob'}/main/${file}`
}

/** Returns the attributes of a link; without a target, VitePress would look for Javadoc among its own pages. */
const attributes = to => (to.startsWith('/api/') ? [['href', base + to.slice(1)], ['target', '_self']] : [['href', to]])

/** Makes relative links lead to pages of the site, and names of packages and types in code to their Javadoc. */
const links = md => md.core.ruler.push('links', ({ tokens, env, Token }) => {
  const document = relative(copies, env.realPath ?? env.path).replaceAll('\\', '/')
  for (const block of tokens) {
    if (block.type === 'code_block') Object.assign(block, { type: 'fence', info: 'sh' }) // VitePress styles fences only
    let inLink = false
    block.children = block.children?.flatMap(token => {
      if (token.type === 'link_open') {
        inLink = true
        const href = token.attrGet('href')
        if (!/^(\w+:|#)/.test(href)) token.attrs = attributes(target(document, href))
      } else if (token.type === 'link_close') {
        inLink = false
      } else if (!inLink && token.type === 'code_inline' && /^dev\.tare(?!\.internal)(\.\w+)*$/.test(token.content)) {
        const open = new Token('link_open', 'a', 1)
        open.attrs = attributes(javadocPage(token.content))
        return [open, token, new Token('link_close', 'a', -1)]
      }
      return [token]
    })
  }
})

const pages = new Map()

/** Fails if a link of a page leads nowhere; names documents by their paths in the repository. */
const check = () => {
  const broken = new Set()
  for (const [page, html] of [...pages]) {
    for (const [, link] of html.matchAll(/<a\b[^>]* href="([^"]+)"/g)) {
      const { protocol, pathname, hash } = new URL(link, `site:${base}${page}`)
      if (protocol !== 'site:') continue
      const path = pathname.slice(base.length).replace(/(^|\/)$/, '$1index.html')
      const file = join(files, path)
      if (existsSync(file)) pages.set(path, readFileSync(file, 'utf8'))
      if (!pages.get(path)?.includes(hash && `id="${decodeURI(hash.slice(1))}"`)) {
        const document = page.replace(/index\.html$/, 'README.html').replace(/html$/, 'md')
        broken.add(`${document}: the link to ${link} leads nowhere`)
      }
    }
  }
  if (broken.size > 0) throw new Error([...broken].join('\n'))
}

export default defineConfig({
  base,
  srcExclude: ['docs/site/**', 'public/**'],
  outDir: join(root, 'target/site'),
  rewrites: { 'README.md': 'index.md', 'docs/:path(.*)/README.md': 'docs/:path/index.md' },
  title: 'Tare',
  description: property('description'),
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    config: links,
    // the anchors that forges make
    anchor: { slugify: heading => heading.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, '').trim().replaceAll(' ', '-') },
  },
  themeConfig: {
    sidebar,
    nav: [
      { text: 'Guide', link: '/docs/guide/' },
      { text: 'Javadoc', link: '/api/index.html', target: '_self' },
      ...(existsSync(join(files, 'report.html')) ? [{ text: 'Sample report', link: '/report.html', target: '_self' }] : []),
      { text: 'Repository', link: repository },
    ],
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        // pages for users come before those for contributors
        miniSearch: { searchOptions: { boostDocument: page => (page.includes('/internals/') ? 0.2 : 1) } },
      },
    },
  },
  transformHtml: (html, _, { page }) => void pages.set(page.replace(/md$/, 'html'), html),
  buildEnd: check,
})
