import { mainMenu } from './main-menu.ts';

const pages = JSON.stringify(Object.entries(mainMenu));

/** The frame of every page: head, navigation, the way here, footer. */
export const frameView: string = `<!doctype html>
<html lang="en"<% if (it.keeps) { %> class="keeps"<% } %>>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title><%= it.title %> · Precept</title>
<link rel="icon" type="image/svg+xml" href="<%= it.icon %>">
<link rel="stylesheet" href="<%= it.style %>">
<script src="<%= it.script %>" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to content</a>
<header class="top">
<div class="inner">
<a class="brand" href="/">Precept</a>
<% if (!it.bare) { %>
<nav aria-label="Main">
<% for (const [key, { text, href }] of ${pages}) { %>
<a href="<%= href %>"<% if (it.section === key) { %> aria-current="<%= it.crumbs.length === 0 && !it.scope ? 'page' : 'true' %>"<% } %>><%= text %></a>
<% } %>
<a href="/docs">API</a>
</nav>
<% if (it.section !== 'find') { %>
<form class="site-search" role="search" action="/find" method="get"><input id="site-search" type="search" name="q" maxlength="2000" placeholder="Find a rule or kata" aria-label="Find a rule or kata in all scopes" aria-keyshortcuts="/"></form>
<% } %>
<!--account-->
<% } %>
</div>
</header>
<% if (it.crumbs.length > 0) { %>
<nav class="crumbs inner" aria-label="Breadcrumb">
<ol><% for (const { text, href } of it.crumbs) { %><li><% if (href === null) { %><span aria-current="page"><%= text %></span><% } else { %><a href="<%= href %>"><%= text %></a><% } %></li><% } %></ol>
</nav>
<% } %>
<main id="content" class="inner" tabindex="-1">
<%~ it.body %>
</main>
<footer class="inner">Precept <%= it.version %></footer>
</body>
</html>
`;
