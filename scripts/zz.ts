import { rolldown } from 'rolldown';
import { alwaysTogether, inputOptions, outputOptions } from './bundler.ts';
const b=await rolldown({...inputOptions,input:{main:'src/main.ts',index:'src/index.ts'}});
const {output}=await b.generate({...outputOptions(false),codeSplitting:{groups:alwaysTogether}});
const want=process.argv.slice(2);
const by=new Map(output.filter(o=>o.type==='chunk').map((c:any)=>[c.fileName,c]));
for(const c of by.values() as any){const n=c.fileName.split('/').at(-1).replace(/-[\w-]{8}\.js$/,'');if(!want.includes(n))continue;console.log('==',c.fileName,c.code.length,'imports',c.imports.filter((i:string)=>i.startsWith('chunks')).map((i:string)=>i.slice(7)).join(' '));
 const sizes=Object.entries(c.modules).map(([id,m]:any)=>[m.renderedLength??0,id.split('/hostile/').at(-1)]).sort((a:any,b:any)=>b[0]-a[0]);
 const pk:any={};for(const [s,id] of sizes as any){const m=/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id);const k=m?m[1]:id;pk[k]=(pk[k]||0)+s}
 console.log(Object.entries(pk).sort((a:any,b:any)=>b[1]-a[1]).slice(0,45).map(([k,v])=>v+' '+k).join('\n'));}
