# cmake -DFILES=a;b -DOUTPUT=file.cpp -P embed_kernels.cmake: a table of the files' names and texts, as source.hpp declares it.
set(rows "")
foreach(file IN LISTS FILES)
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    string(APPEND rows "    {\"${name}\", R\"cuda(${text})cuda\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"jit_cuda/source.hpp\"

namespace quern::cuda {

namespace {

constexpr KernelFile files[] = {
${rows}};

}  // namespace

std::span<const KernelFile> kernel_files() {
    return files;
}

}  // namespace quern::cuda
")
