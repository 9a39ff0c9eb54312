(()=>{const data=JSON.parse(document.getElementById('answer').textContent);
const found=[];const seek=(value,path)=>{if(value&&typeof value==='object'){if(value.numerator&&value.denominator)found.push([path,value]);
else for(const key in value){const step=value[key]&&value[key].outcome!==undefined?String(value[key].outcome):key;seek(value[key],path.concat(step))}}};
seek(data.result,[]);const form=document.getElementById('bias');if(!found.length||!form)return;form.hidden=false;
const poly=(list,p)=>list.reduceRight((sum,c)=>{const[a,b]=c.split('/');return sum*p+Number(a)/Number(b||1)},0);
const plain=(path)=>path.filter((word)=>!['outcomes','probability'].includes(word)).join(' ');
const marks=[...document.querySelectorAll('[data-curves]')].map((curves)=>{const[left,top,width,height]=curves.dataset.curves.split(' ').map(Number);
const line=document.createElementNS('http://www.w3.org/2000/svg','line');line.setAttribute('class','k');line.style.strokeWidth=2;line.setAttribute('y1',top);
line.setAttribute('y2',top+height);curves.append(line);return(p)=>['x1','x2'].forEach((name)=>line.setAttribute(name,left+width*p))});
const out=form.querySelector('tbody'),range=form.querySelector('input'),label=form.querySelector('output');
const show=()=>{const p=Number(range.value);label.textContent=p.toFixed(3);marks.forEach((mark)=>mark(p));
out.replaceChildren(...found.slice(0,60).map(([path,f])=>{
const row=document.createElement('tr');for(const text of[plain(path),String(Number((poly(f.numerator,p)/poly(f.denominator,p)).toPrecision(6)))]){
const cell=document.createElement('td');cell.textContent=text;row.append(cell)}return row}))};range.addEventListener('input',show);show()})();
