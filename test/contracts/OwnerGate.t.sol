// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Test} from "forge-std/Test.sol";

interface IOwnerGate {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    struct Approval {
        string tool;
        bytes32 paramsHash;
        bytes32 callsHash;
        address account;
        uint256 nonce;
        uint256 deadline;
        bytes32 policyVersion;
    }

    event CarriedOut(uint256 indexed nonce, string tool, address sender);
    event Invalidated(uint256 indexed nonce);

    error ApprovalExpired(uint256 found, uint256 expected);
    error ApprovalUsed(uint256 nonce);
    error CallsDiffer(bytes32 found, bytes32 expected);
    error NotApproved();
    error CallFailed(uint256 index, bytes reason);
    error ReentrancyGuardReentrantCall();

    function owner() external view returns (address);
    function used(uint256 nonce) external view returns (bool);
    function carryOut(Approval calldata approval, Call[] calldata calls, bytes calldata signature)
        external
        returns (bytes[] memory);
    function invalidate(uint256 nonce) external;
}

/// @notice What the gate calls: it counts, keeps what it is sent, and can refuse or do something else first.
contract Called {
    error Refused(uint256 number);

    uint256[] public numbers;
    address public then;
    bytes public thenData;

    function count() external view returns (uint256) {
        return numbers.length;
    }

    function note(uint256 number) external payable returns (uint256) {
        numbers.push(number);
        if (then != address(0)) {
            (bool ok, bytes memory reason) = then.call(thenData);
            if (!ok) {
                assembly ("memory-safe") {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
        return number + 1;
    }

    function refuse(uint256 number) external pure {
        revert Refused(number);
    }

    function doNext(address then_, bytes calldata data) external {
        (then, thenData) = (then_, data);
    }
}

/// @notice An owner that is a contract and takes one signature for one digest.
contract ContractOwner is IERC1271 {
    bytes32 private immutable DIGEST;

    constructor(bytes32 digest) {
        DIGEST = digest;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return digest == DIGEST && keccak256(signature) == keccak256("yes") ? bytes4(0x1626ba7e) : bytes4(0);
    }
}

/// @notice The gate carries out what its owner signed, that alone, once, until its deadline.
contract OwnerGateTest is Test {
    bytes32 private constant CALL_TYPE = keccak256("Call(address target,uint256 value,bytes data)");
    bytes32 private constant APPROVAL_TYPE = keccak256(
        "OwnerApproval(string tool,bytes32 paramsHash,bytes32 callsHash,address account,uint256 nonce,uint256 deadline,bytes32 policyVersion)"
    );

    IOwnerGate private gate;
    Called private called;
    address private owner;
    uint256 private ownerKey;
    address private anybody = makeAddr("anybody");

    function setUp() public {
        vm.warp(1_800_000_000);
        (owner, ownerKey) = makeAddrAndKey("owner");
        gate = _deploy(owner);
        called = new Called();
    }

    /// @notice Whoever sends it, and the answers come back in the order of the calls.
    function test_I15_whatIsSignedIsCarriedOut() public {
        IOwnerGate.Call[] memory calls = _two();
        IOwnerGate.Approval memory approval = _approve(calls, 7);
        vm.expectEmit(address(gate));
        emit IOwnerGate.CarriedOut(7, "a tool", anybody);
        vm.prank(anybody);
        bytes[] memory results = gate.carryOut(approval, calls, _sign(approval));
        assertEq(results.length, 2);
        assertEq(abi.decode(results[0], (uint256)), 2);
        assertEq(abi.decode(results[1], (uint256)), 3);
        assertEq(called.numbers(0), 1);
        assertEq(called.numbers(1), 2);
        assertTrue(gate.used(7));
        assertFalse(gate.used(6));
    }

    function test_I15_theValueThatIsSignedIsPaid() public {
        vm.deal(address(gate), 5 ether);
        IOwnerGate.Call[] memory calls = _one();
        calls[0].value = 2 ether;
        IOwnerGate.Approval memory approval = _approve(calls, 1);
        gate.carryOut(approval, calls, _sign(approval));
        assertEq(address(called).balance, 2 ether);
        assertEq(address(gate).balance, 3 ether);
    }

    /// @notice Each once, in any order.
    function test_I13_I24_anApprovalIsUsedOnce() public {
        IOwnerGate.Call[] memory calls = _one();
        IOwnerGate.Approval memory later = _approve(calls, 9);
        gate.carryOut(later, calls, _sign(later));
        bytes memory signature = _sign(later);
        vm.expectRevert(abi.encodeWithSelector(IOwnerGate.ApprovalUsed.selector, 9));
        gate.carryOut(later, calls, signature);
        IOwnerGate.Approval memory earlier = _approve(calls, 3);
        gate.carryOut(earlier, calls, _sign(earlier));
        assertEq(called.count(), 2);
    }

    /// @notice A nonce is used up by what is approved for it, whatever else that is.
    function test_I13_I24_aNonceIsUsedOnceByWhateverIsSigned() public {
        IOwnerGate.Approval memory first = _approve(_one(), 1);
        gate.carryOut(first, _one(), _sign(first));
        IOwnerGate.Approval memory second = _approve(_two(), 1);
        bytes memory signature = _sign(second);
        vm.expectRevert(abi.encodeWithSelector(IOwnerGate.ApprovalUsed.selector, 1));
        gate.carryOut(second, _two(), signature);
    }

    /// @notice The last second is in, the next one out.
    function test_I20_nothingIsCarriedOutAfterTheDeadline() public {
        IOwnerGate.Call[] memory calls = _one();
        (IOwnerGate.Approval memory first, IOwnerGate.Approval memory second) =
            (_approve(calls, 1), _approve(calls, 2));
        bytes memory signature = _sign(second);
        vm.warp(first.deadline);
        gate.carryOut(first, calls, _sign(first));
        vm.warp(second.deadline + 1);
        vm.expectRevert(
            abi.encodeWithSelector(IOwnerGate.ApprovalExpired.selector, second.deadline + 1, second.deadline)
        );
        gate.carryOut(second, calls, signature);
        assertEq(called.count(), 1);
    }

    /// @notice One bit of any call, one call more, one less, or another order.
    function test_I15_I16_otherCallsAreRefused() public {
        IOwnerGate.Call[] memory calls = _two();
        IOwnerGate.Approval memory approval = _approve(calls, 1);
        bytes memory signature = _sign(approval);
        IOwnerGate.Call[] memory other = _two();
        other[1].target = address(new Called());
        _refusesCalls(approval, other, signature);
        other = _two();
        other[0].value = 1;
        _refusesCalls(approval, other, signature);
        other = _two();
        other[1].data = abi.encodeCall(Called.note, (3));
        _refusesCalls(approval, other, signature);
        other = _two();
        (other[0], other[1]) = (other[1], other[0]);
        _refusesCalls(approval, other, signature);
        _refusesCalls(approval, _one(), signature);
        _refusesCalls(approval, new IOwnerGate.Call[](0), signature);
        assertEq(called.count(), 0);
    }

    /// @notice Every member is signed.
    function test_I16_I24_anotherApprovalIsRefused() public {
        IOwnerGate.Call[] memory calls = _one();
        bytes memory signature = _sign(_approve(calls, 1));
        IOwnerGate.Approval memory a = _approve(calls, 1);
        a.tool = "another tool";
        _refuses(a, calls, signature);
        a = _approve(calls, 1);
        a.paramsHash = keccak256("other parameters");
        _refuses(a, calls, signature);
        a = _approve(_two(), 1);
        _refuses(a, _two(), signature);
        a = _approve(calls, 1);
        a.account = anybody;
        _refuses(a, calls, signature);
        a = _approve(calls, 2);
        _refuses(a, calls, signature);
        a = _approve(calls, 1);
        a.deadline += 1;
        _refuses(a, calls, signature);
        a = _approve(calls, 1);
        a.policyVersion = keccak256("another policy");
        _refuses(a, calls, signature);
        assertEq(called.count(), 0);
    }

    /// @notice The owner alone, for this gate, on this chain.
    function test_I19_I24_whatOthersSignIsRefused() public {
        IOwnerGate.Call[] memory calls = _one();
        IOwnerGate.Approval memory approval = _approve(calls, 1);
        (, uint256 otherKey) = makeAddrAndKey("other");
        _refuses(approval, calls, _signBy(otherKey, address(gate), block.chainid, approval));
        _refuses(approval, calls, _signBy(ownerKey, address(_deploy(owner)), block.chainid, approval));
        _refuses(approval, calls, _signBy(ownerKey, address(gate), block.chainid + 1, approval));
        _refuses(approval, calls, "");
        vm.prank(owner);
        vm.expectRevert(IOwnerGate.NotApproved.selector);
        gate.carryOut(approval, calls, "");
    }

    /// @notice An owner that is a contract says itself what it signed.
    function test_I24_anOwnerThatIsAContractIsAsked() public {
        IOwnerGate.Call[] memory calls = _one();
        IOwnerGate.Approval memory approval = _approve(calls, 1);
        address where = makeAddr("contract owner");
        gate = _deploy(where);
        bytes32 digest = _digest(address(gate), block.chainid, approval);
        vm.etch(where, address(new ContractOwner(digest)).code);
        _refuses(approval, calls, "no");
        gate.carryOut(approval, calls, "yes");
        approval = _approve(calls, 2);
        _refuses(approval, calls, "yes");
        assertEq(called.count(), 1);
    }

    /// @notice One call that fails leaves nothing of the others, and the approval as it was.
    function test_I5_oneThatFailsUndoesAll() public {
        IOwnerGate.Call[] memory calls = _two();
        calls[1].data = abi.encodeCall(Called.refuse, (5));
        IOwnerGate.Approval memory approval = _approve(calls, 1);
        bytes memory signature = _sign(approval);
        vm.expectRevert(
            abi.encodeWithSelector(
                IOwnerGate.CallFailed.selector, 1, abi.encodeWithSelector(Called.Refused.selector, 5)
            )
        );
        gate.carryOut(approval, calls, signature);
        assertEq(called.count(), 0);
        assertFalse(gate.used(1));
    }

    /// @notice Neither the same approval nor another one while one is carried out.
    function test_I13_I31_nothingComesInBetween() public {
        IOwnerGate.Call[] memory calls = _one();
        IOwnerGate.Approval memory inside = _approve(calls, 2);
        called.doNext(address(gate), abi.encodeCall(IOwnerGate.carryOut, (inside, calls, _sign(inside))));
        IOwnerGate.Approval memory approval = _approve(calls, 1);
        bytes memory signature = _sign(approval);
        vm.expectRevert(
            abi.encodeWithSelector(
                IOwnerGate.CallFailed.selector,
                0,
                abi.encodeWithSelector(IOwnerGate.ReentrancyGuardReentrantCall.selector)
            )
        );
        gate.carryOut(approval, calls, signature);
    }

    /// @notice It is used up before the first call, so that none of them sees it open.
    function test_I13_I23_itIsUsedUpBeforeTheFirstCall() public {
        IOwnerGate.Call[] memory calls = new IOwnerGate.Call[](1);
        calls[0] = IOwnerGate.Call(address(gate), 0, abi.encodeCall(IOwnerGate.used, (4)));
        IOwnerGate.Approval memory approval = _approve(calls, 4);
        bytes[] memory results = gate.carryOut(approval, calls, _sign(approval));
        assertTrue(abi.decode(results[0], (bool)));
    }

    /// @notice What its owner gives up is worth nothing; nobody else gives anything up.
    function test_I24_I32_theOwnerGivesANonceUp() public {
        vm.prank(anybody);
        vm.expectRevert(IOwnerGate.NotApproved.selector);
        gate.invalidate(1);
        assertFalse(gate.used(1));
        vm.expectEmit(address(gate));
        emit IOwnerGate.Invalidated(1);
        vm.prank(owner);
        gate.invalidate(1);
        IOwnerGate.Approval memory approval = _approve(_one(), 1);
        bytes memory signature = _sign(approval);
        vm.expectRevert(abi.encodeWithSelector(IOwnerGate.ApprovalUsed.selector, 1));
        gate.carryOut(approval, _one(), signature);
    }

    function _deploy(address owner_) private returns (IOwnerGate) {
        return IOwnerGate(deployCode("OwnerGate.sol:OwnerGate", abi.encode(owner_)));
    }

    function _one() private view returns (IOwnerGate.Call[] memory calls) {
        calls = new IOwnerGate.Call[](1);
        calls[0] = IOwnerGate.Call(address(called), 0, abi.encodeCall(Called.note, (1)));
    }

    function _two() private view returns (IOwnerGate.Call[] memory calls) {
        calls = new IOwnerGate.Call[](2);
        calls[0] = _one()[0];
        calls[1] = IOwnerGate.Call(address(called), 0, abi.encodeCall(Called.note, (2)));
    }

    function _approve(IOwnerGate.Call[] memory calls, uint256 nonce)
        private
        pure
        returns (IOwnerGate.Approval memory)
    {
        bytes32 params = keccak256("parameters");
        bytes32 version = keccak256("policy");
        return
            IOwnerGate.Approval(
                "a tool", params, _hash(calls), address(0xca9e), nonce, 1_800_000_060, version
            );
    }

    function _hash(IOwnerGate.Call[] memory calls) private pure returns (bytes32) {
        bytes memory hashes;
        for (uint256 i; i < calls.length; ++i) {
            hashes = bytes.concat(
                hashes,
                keccak256(abi.encode(CALL_TYPE, calls[i].target, calls[i].value, keccak256(calls[i].data)))
            );
        }
        return keccak256(hashes);
    }

    function _digest(address gate_, uint256 chainId, IOwnerGate.Approval memory a)
        private
        pure
        returns (bytes32)
    {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("Assay owner approval"),
                keccak256("1"),
                chainId,
                gate_
            )
        );
        bytes32 struct_ = keccak256(
            abi.encode(
                APPROVAL_TYPE,
                keccak256(bytes(a.tool)),
                a.paramsHash,
                a.callsHash,
                a.account,
                a.nonce,
                a.deadline,
                a.policyVersion
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, struct_));
    }

    function _sign(IOwnerGate.Approval memory approval) private view returns (bytes memory) {
        return _signBy(ownerKey, address(gate), block.chainid, approval);
    }

    function _signBy(uint256 key, address gate_, uint256 chainId, IOwnerGate.Approval memory approval)
        private
        pure
        returns (bytes memory)
    {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, _digest(gate_, chainId, approval));
        return abi.encodePacked(r, s, v);
    }

    function _refuses(
        IOwnerGate.Approval memory approval,
        IOwnerGate.Call[] memory calls,
        bytes memory signature
    ) private {
        vm.expectRevert(IOwnerGate.NotApproved.selector);
        gate.carryOut(approval, calls, signature);
    }

    function _refusesCalls(
        IOwnerGate.Approval memory approval,
        IOwnerGate.Call[] memory calls,
        bytes memory signature
    ) private {
        vm.expectRevert(
            abi.encodeWithSelector(IOwnerGate.CallsDiffer.selector, _hash(calls), approval.callsHash)
        );
        gate.carryOut(approval, calls, signature);
    }
}
